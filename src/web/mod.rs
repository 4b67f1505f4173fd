//! The border to the browser: one `ask`, one `draw`.
//!
//! Knows: wasm-bindgen, canvases. Does not know: privacy.

mod canvas;

use js_sys::{Array, Float64Array, Function, JSON, JsString, Object, Reflect};
use serde::Serialize;
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use crate::figure::{Figure, Frame, paint};
use crate::question;
use crate::watch;
use canvas::CanvasSurface;

/// Keeps the message of a panic readable in the console. None is reachable by what a person types.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Answers a question. A question that is not valid is answered by a refusal, never thrown.
///
/// Work that takes a while calls `watcher` between its pieces with the share that is done; if that returns
/// false, the rest is left out.
///
/// # Errors
/// Only if the engine cannot hand its answer over.
#[wasm_bindgen(unchecked_return_type = "Answer")]
pub fn ask(
    #[wasm_bindgen(unchecked_param_type = "Question")] question: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "(share: number) => boolean")] watcher: Option<Function>,
) -> Result<JsValue, JsError> {
    let question = as_json(&question).unwrap_or(Value::Null);
    let answer = match watcher {
        None => question::ask(&question),
        Some(watcher) => {
            let waits = move |share: f64| {
                let told = watcher.call1(&JsValue::UNDEFINED, &share.into());
                told.map_or(true, |waits| waits != JsValue::FALSE)
            };
            watch::watched(waits, || question::ask(&question))
        }
    };
    hand_over(answer)
}

/// An answer as plain data. Long lists of numbers, such as the cells of a map, cross as one block each, and the
/// readings of a figure, a text for each of its points, as one text by column: what crosses by itself costs the browser
/// several microseconds.
fn hand_over(mut answer: question::Answer) -> Result<JsValue, JsError> {
    let blocks = answer.blocks();
    let mut texts = Vec::new();
    for (place, figure) in answer.figures() {
        if let Some(figure) = figure {
            take_texts(place, figure, &mut texts);
        }
    }
    let plain = to_plain(&answer)?;
    for (pointer, numbers) in blocks {
        put(&plain, &pointer, &Float64Array::from(&numbers[..]))?;
    }
    for (pointer, column) in texts {
        put(&plain, &pointer, &JsString::from(column).split("\n"))?;
    }
    Ok(plain)
}

/// Takes the columns of texts out of the readings of a figure, each as one text with its place.
fn take_texts(place: &str, figure: &mut Figure, texts: &mut Vec<(String, String)>) {
    let mut take = |pointer: String, column: &mut Vec<String>| {
        // Nothing joined is still a text, which would be split to one empty one.
        if !column.is_empty() {
            texts.push((pointer, std::mem::take(column).join("\n")));
        }
    };
    let readings = &mut figure.readings;
    take(format!("{place}/readings/place"), &mut readings.place);
    for (at, column) in readings.columns.iter_mut().enumerate() {
        take(format!("{place}/readings/columns/{at}/texts"), &mut column.texts);
    }
}

/// Puts a value into an answer at the place of a JSON pointer.
fn put(answer: &JsValue, pointer: &str, value: &JsValue) -> Result<(), JsError> {
    let (way, name) = pointer.rsplit_once('/').unwrap_or(("", pointer));
    let place = way.split('/').skip(1).fold(answer.clone(), |place, name| member(&place, name));
    Reflect::set(&place, &name.into(), value)
        .map(|_| ())
        .map_err(|_| JsError::new("the answer cannot be handed over"))
}

/// Sizes the canvas for the frame, paints the figure, and says where the points are.
///
/// # Errors
/// If the figure or the frame cannot be painted.
#[wasm_bindgen(unchecked_return_type = "Layout")]
pub fn draw(
    #[wasm_bindgen(unchecked_param_type = "Figure")] figure: JsValue,
    canvas: HtmlCanvasElement,
    #[wasm_bindgen(unchecked_param_type = "Frame")] frame: JsValue,
) -> Result<JsValue, JsError> {
    let figure = read_figure(&figure)?;
    let frame: Frame = serde_wasm_bindgen::from_value(frame)?;
    let surface = CanvasSurface::new(canvas, &frame)?;
    to_plain(&paint(&figure, surface, &frame)?)
}

/// What of a value JSON can say: members that are undefined drop out, and a number that is none
/// becomes null, which is refused. The browser's own parser keeps ours out of the module.
fn as_json(value: &JsValue) -> Option<Value> {
    let text = JSON::stringify(value).ok()?.as_string()?;
    serde_wasm_bindgen::from_value(JSON::parse(&text).ok()?).ok()
}

/// Reads a figure. The values of a heat map, tens of thousands, cross as one block of numbers
/// instead of one by one.
fn read_figure(figure: &JsValue) -> Result<Figure, JsError> {
    let cells = member(figure, "cells");
    let values = member(&cells, "values");
    if !values.is_object() {
        return Ok(serde_wasm_bindgen::from_value(figure.clone())?);
    }
    let with = |object: &JsValue, name: &str, value: &JsValue| {
        let copy = Object::assign(&Object::new(), object.unchecked_ref());
        Reflect::set(&copy, &name.into(), value).map(|_| JsValue::from(copy))
    };
    let light = with(&cells, "values", &Array::new()).and_then(|cells| with(figure, "cells", &cells));
    let mut read: Figure =
        serde_wasm_bindgen::from_value(light.map_err(|_| JsError::new("the figure cannot be read"))?)?;
    if let Some(cells) = &mut read.cells {
        cells.values = Float64Array::new(&values).to_vec();
    }
    Ok(read)
}

fn member(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// Plain objects, arrays and numbers, as JSON would give.
fn to_plain(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}

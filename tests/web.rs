//! The border to the browser, in a real one.
#![cfg(target_arch = "wasm32")]

use dpscope::web::{ask, draw};
use js_sys::{Function, JSON, Reflect};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{CanvasRenderingContext2d, Document, HtmlCanvasElement};

wasm_bindgen_test_configure!(run_in_browser);

fn parse(text: &str) -> JsValue {
    JSON::parse(text).expect("valid JSON")
}

fn member(object: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(object.clone(), |value, name| Reflect::get(&value, &name.into()).expect("a member"))
}

fn document() -> Document {
    web_sys::window().expect("a window").document().expect("a document")
}

fn canvas() -> HtmlCanvasElement {
    document().create_element("canvas").expect("a canvas").dyn_into().expect("a canvas")
}

fn frame(width: f64, ratio: f64, theme: &str) -> JsValue {
    parse(&format!(r#"{{"width": {width}, "height": 260, "ratio": {ratio}, "theme": "{theme}"}}"#))
}

/// The picture of a Gaussian profile.
fn figure() -> JsValue {
    let question = r#"{"ask": "curve", "view": "profile", "picture": true, "mark": {"delta": 1e-5},
        "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}]}"#;
    member(&ask(parse(question), None).expect("an answer"), "figure")
}

/// Red, green and blue of every pixel of a canvas.
fn pixels(canvas: &HtmlCanvasElement) -> Vec<[u8; 3]> {
    let context: CanvasRenderingContext2d =
        canvas.get_context("2d").expect("a context").expect("a context").dyn_into().expect("a context");
    let image = context
        .get_image_data(0.0, 0.0, f64::from(canvas.width()), f64::from(canvas.height()))
        .expect("its pixels");
    image.data().0.chunks(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

#[wasm_bindgen_test]
fn a_question_is_answered_as_plain_data() {
    let question = r#"{"ask": "plan", "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}}],
        "target": {"epsilon": 12}}"#;
    let answer = ask(parse(question), None).expect("an answer");
    let delta = member(&answer, "best.delta.upper").as_f64().expect("a number");
    assert!((delta / 5.208_442_068_950_466e-32 - 1.0).abs() < 1e-10, "{delta}");
}

#[wasm_bindgen_test]
fn anything_at_all_is_refused_in_words() {
    for question in
        [JsValue::UNDEFINED, JsValue::NULL, JsValue::from(7), parse("[]"), parse(r#"{"ask": "plan"}"#)]
    {
        let answer = ask(question, None).expect("a refusal is an answer");
        assert_eq!(member(&answer, "answer"), "refused");
        assert!(!member(&answer, "message").as_string().expect("a message").is_empty());
    }
    let nan = parse(
        r#"{"ask": "plan", "releases": [{"mechanism": {"kind": "gaussian"}}], "target": {"delta": 0.1}}"#,
    );
    let mechanism = member(&nan, "releases.0.mechanism");
    Reflect::set(&mechanism, &"sigma".into(), &f64::NAN.into()).expect("a plain object");
    assert_eq!(member(&ask(nan, None).expect("a refusal"), "path"), "releases[0].mechanism.sigma");
}

/// A watcher hears shares from 0 to 1; one that says false gets the reason instead of bounds.
#[wasm_bindgen_test]
fn a_watcher_hears_the_work_and_stops_it() {
    let question = r#"{"ask": "plan", "releases": [{"mechanism": {"kind": "gaussian", "sigma": 1}, "count": 10,
        "sampling": {"kind": "poisson", "rate": 0.1}}], "target": {"delta": 1e-5}, "accountants": ["pld"]}"#;
    let heard = js_sys::Array::new();
    let ear = heard.clone();
    let watcher = Closure::<dyn FnMut(f64) -> bool>::new(move |share: f64| {
        ear.push(&share.into());
        false
    });
    let answer = ask(parse(question), Some(watcher.as_ref().unchecked_ref::<Function>().clone()));
    let answer = answer.expect("an answer");
    assert!(heard.length() >= 1);
    assert!(heard.iter().all(|share| (0.0..=1.0).contains(&share.as_f64().expect("a share"))));
    assert_eq!(member(&answer, "bounds.0.unavailable"), "stopped before it was done");
}

#[wasm_bindgen_test]
fn a_chart_fills_the_backing_store_at_every_ratio() {
    let figure = figure();
    for ratio in [1.0, 1.5, 2.0, 3.0] {
        let canvas = canvas();
        let layout = draw(figure.clone(), canvas.clone(), frame(320.0, ratio, "light")).expect("a layout");
        assert_eq!((f64::from(canvas.width()), f64::from(canvas.height())), (320.0 * ratio, 260.0 * ratio));
        let right =
            member(&layout, "plot.left").as_f64().unwrap() + member(&layout, "plot.width").as_f64().unwrap();
        assert!(right > 280.0 && right < 320.0, "{right}");
        let points = member(&layout, "traces.0.x");
        assert_eq!(member(&points, "length"), member(&figure, "series.0.x.length"));
    }
}

/// A rule that lies on device pixels has its own colour somewhere along each row it crosses; one
/// that straddles two is blended into both.
#[wasm_bindgen_test]
fn rules_are_crisp_at_every_ratio() {
    let axis = [0x5a, 0x65, 0x72];
    for ratio in [1.0, 2.0, 3.0] {
        let canvas = canvas();
        draw(figure(), canvas.clone(), frame(320.0, ratio, "light")).expect("a layout");
        let pixels = pixels(&canvas);
        let width = canvas.width() as usize;
        let longest = pixels
            .chunks(width)
            .map(|row| row.iter().filter(|&&pixel| pixel == axis).count())
            .max()
            .expect("rows");
        assert!(
            longest > width / 2,
            "ratio {ratio}: the axis has {longest} of {width} pixels in its own colour"
        );
    }
}

/// A curve drawn on whole pixels climbs in steps; a smooth one has many shades along its edge.
#[wasm_bindgen_test]
fn curves_are_smooth_at_ratio_one() {
    let canvas = canvas();
    draw(figure(), canvas.clone(), frame(640.0, 1.0, "light")).expect("a layout");
    let bluish: std::collections::BTreeSet<[u8; 3]> =
        pixels(&canvas).into_iter().filter(|[r, _, b]| i32::from(*b) - i32::from(*r) > 40).collect();
    assert!(bluish.len() > 60, "only {} shades", bluish.len());
}

#[wasm_bindgen_test]
fn both_themes_paint_their_paper() {
    for (theme, paper) in [("light", [0xff, 0xff, 0xff]), ("dark", [0x14, 0x18, 0x1d])] {
        let canvas = canvas();
        draw(figure(), canvas.clone(), frame(320.0, 1.0, theme)).expect("a layout");
        assert_eq!(pixels(&canvas)[0], paper);
    }
}

#[wasm_bindgen_test]
fn a_heat_map_shows_its_first_row_at_the_bottom() {
    let values: Vec<String> = (0..256 * 256).map(|at| (at / 256).to_string()).collect();
    let heat = parse(&format!(
        r#"{{"title": "", "sentence": "", "x": {{"label": "x", "scale": "linear", "from": 0, "to": 1}},
            "y": {{"label": "y", "scale": "linear", "from": 0, "to": 1}},
            "cells": {{"label": "loss", "columns": 256, "rows": 256, "values": [{}], "from": 0, "to": 255}}}}"#,
        values.join(",")
    ));
    let canvas = canvas();
    let layout = draw(heat, canvas.clone(), frame(320.0, 2.0, "light")).expect("a layout");
    let at = |name: &str| 2.0 * member(&layout, name).as_f64().expect("a number");
    let (x, top) = ((at("plot.left") + 20.0) as usize, (at("plot.top") + 6.0) as usize);
    let bottom = (at("plot.top") + at("plot.height") - 6.0) as usize;
    let pixels = pixels(&canvas);
    let brightness = |row: usize| {
        pixels[row * canvas.width() as usize + x].iter().map(|&part| u32::from(part)).sum::<u32>()
    };
    assert!(brightness(top) > 500 && brightness(bottom) < 200, "{} {}", brightness(top), brightness(bottom));
}

#[wasm_bindgen_test]
fn drawing_leaves_no_trace_in_the_page() {
    let before = document().document_element().expect("a root").outer_html();
    draw(figure(), canvas(), frame(320.0, 2.0, "dark")).expect("a layout");
    assert_eq!(before, document().document_element().expect("a root").outer_html());
}

#[wasm_bindgen_test]
fn what_cannot_be_painted_is_an_error() {
    assert!(draw(parse("{}"), canvas(), frame(320.0, 1.0, "light")).is_err());
    assert!(draw(figure(), canvas(), frame(0.0, 1.0, "light")).is_err());
    assert!(draw(figure(), canvas(), frame(320.0, 1.0, "sepia")).is_err());
}

/// The values of a map cross as one block, and cells without a person are blank.
#[cfg(feature = "people")]
#[wasm_bindgen_test]
fn a_map_of_losses_crosses_as_a_block_and_is_painted() {
    let question =
        r#"{"ask": "instance-map", "data": {"kind": "toy6"}, "sigma": 2, "regularization": 1, "cells": 64}"#;
    let answer = ask(parse(question), None).expect("an answer");
    let values = member(&answer, "figure.cells.values");
    assert!(values.is_instance_of::<js_sys::Float64Array>());
    let values = js_sys::Float64Array::new(&values).to_vec();
    assert!(values.len() == 64 * 64 && values[0].is_nan() && values[32 * 64 + 40] > 0.0);
    let canvas = canvas();
    draw(member(&answer, "figure"), canvas.clone(), frame(400.0, 1.0, "light")).expect("a picture");
    assert!(pixels(&canvas).iter().any(|pixel| *pixel != [255, 255, 255]));
}

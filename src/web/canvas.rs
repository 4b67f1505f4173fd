//! plotters' canvas backend, made fit for a live chart: sharp at any pixel ratio, text measured by
//! the canvas itself, heat maps placed in one piece.

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::{Clamped, JsCast, JsError};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use crate::figure::{Colour, FAMILY, Frame, GRAIN, Surface};

/// A canvas in fine pixels.
pub(super) struct CanvasSurface {
    inner: CanvasBackend,
    context: CanvasRenderingContext2d,
    canvas: HtmlCanvasElement,
}

/// What the browser refused to do.
#[derive(Debug, thiserror::Error)]
pub(super) enum CanvasError {
    /// From plotters-canvas.
    #[error("{0}")]
    Backend(String),
    /// From placing a picture.
    #[error("the browser cannot place a picture of cells")]
    Cells,
}

type Drawn = Result<(), DrawingErrorKind<CanvasError>>;

impl CanvasSurface {
    /// Sizes the backing store in device pixels and scales the context to fine pixels.
    pub(super) fn new(canvas: HtmlCanvasElement, frame: &Frame) -> Result<Self, JsError> {
        let device = |length: f64| (length * frame.ratio).round().clamp(1.0, 16_384.0) as u32;
        let (width, height) = (device(frame.width), device(frame.height));
        if (canvas.width(), canvas.height()) != (width, height) {
            canvas.set_width(width);
            canvas.set_height(height);
        }
        let no_context = || JsError::new("the canvas has no 2d context");
        let context = context_of(&canvas).ok_or_else(no_context)?;
        let inner = CanvasBackend::with_canvas_object(canvas.clone()).ok_or_else(no_context)?;
        let scale = GRAIN.recip();
        context
            .set_transform(scale, 0.0, 0.0, scale, 0.0, 0.0)
            .map_err(|_| JsError::new("the canvas cannot be scaled"))?;
        context.set_line_join("round");
        context.set_line_cap("butt");
        Ok(Self { inner, context, canvas })
    }
}

fn context_of(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

fn backend(error: DrawingErrorKind<impl std::error::Error + Send + Sync>) -> DrawingErrorKind<CanvasError> {
    DrawingErrorKind::DrawingError(CanvasError::Backend(error.to_string()))
}

impl Surface for CanvasSurface {
    fn text_width(&self, text: &str, size: f64) -> f64 {
        self.context.set_font(&format!("normal {size}px {FAMILY}"));
        // A canvas that cannot measure is given the usual width of a letter.
        self.context
            .measure_text(text)
            .map_or_else(|_| 0.6 * size * text.chars().count() as f64, |found| found.width())
    }

    /// One image on a canvas of its own, one stretched copy under the axes.
    fn place_cells(
        &mut self,
        ((left, top), (right, bottom)): (BackendCoord, BackendCoord),
        (columns, rows): (usize, usize),
        colours: &[Colour],
    ) -> Drawn {
        let pixels: Vec<u8> = colours.iter().flat_map(|colour| [colour.0, colour.1, colour.2, 255]).collect();
        let place = || {
            let sheet: HtmlCanvasElement =
                self.canvas.owner_document()?.create_element("canvas").ok()?.dyn_into().ok()?;
            sheet.set_width(columns as u32);
            sheet.set_height(rows as u32);
            let image = ImageData::new_with_u8_clamped_array(Clamped(&pixels), columns as u32).ok()?;
            context_of(&sheet)?.put_image_data(&image, 0.0, 0.0).ok()?;
            self.context.set_image_smoothing_enabled(false);
            let (left, top) = (f64::from(left), f64::from(top));
            let (width, height) = (f64::from(right) - left, f64::from(bottom) - top);
            self.context
                .draw_image_with_html_canvas_element_and_dw_and_dh(&sheet, left, top, width, height)
                .ok()
        };
        place().ok_or(DrawingErrorKind::DrawingError(CanvasError::Cells))
    }
}

impl DrawingBackend for CanvasSurface {
    type ErrorType = CanvasError;

    fn get_size(&self) -> (u32, u32) {
        let (width, height) = self.inner.get_size();
        (width * GRAIN as u32, height * GRAIN as u32)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        self.inner.ensure_prepared().map_err(backend)
    }

    fn present(&mut self) -> Drawn {
        self.inner.present().map_err(backend)
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn {
        self.inner.draw_pixel(at, colour).map_err(backend)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        // plotters-canvas shifts straight lines by half a pixel of its own; a path is left in place.
        self.inner.draw_path([from, to], style).map_err(backend)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.inner.draw_rect(from, to, style, fill).map_err(backend)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.inner.draw_path(path, style).map_err(backend)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.inner.draw_circle(centre, radius, style, fill).map_err(backend)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.inner.fill_polygon(path, style).map_err(backend)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        self.inner.draw_text(text, style, at).map_err(backend)
    }
}

//! The generated TypeScript declarations: nothing in them may be untyped.

/// Makes the raw exports `unknown` instead of `any`.
///
/// wasm-bindgen types the module's public functions by what the crate declares, but the values that
/// pass through the raw exports by `any`, which would switch off checking for whoever touches them.
pub fn close(text: &str) -> String {
    let mut inside = false;
    let mut closed = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        inside |= line.starts_with("export interface InitOutput");
        if inside {
            closed.push_str(&replace_any(line));
            inside = !line.starts_with('}');
        } else {
            closed.push_str(line);
        }
    }
    closed
}

/// The lines that use the type `any`, comments left out.
pub fn untyped(text: &str) -> Vec<String> {
    let mut comment = false;
    let mut found = Vec::new();
    for line in text.lines() {
        let mut code = String::new();
        let mut rest = line;
        while !rest.is_empty() {
            let (kept, mark) = if comment { ("", "*/") } else { (rest, "/*") };
            let (before, after) = rest.split_once(mark).map_or((kept, ""), |(before, after)| {
                let kept = if comment { "" } else { before };
                comment = !comment;
                (kept, after)
            });
            code.push_str(before);
            rest = after;
        }
        let code = code.split("//").next().unwrap_or_default();
        if words(code).any(|word| word == "any") {
            found.push(line.trim().to_owned());
        }
    }
    found
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$')
}

fn replace_any(line: &str) -> String {
    let mut rest = line;
    let mut replaced = String::new();
    for word in words(line).filter(|word| !word.is_empty()) {
        if let Some(at) = rest.find(word) {
            replaced.push_str(&rest[..at]);
            replaced.push_str(if word == "any" { "unknown" } else { word });
            rest = &rest[at + word.len()..];
        }
    }
    replaced + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const GENERATED: &str = "\
/**
 * Answers any question.
 */
export function ask(question: Question): Answer; // any
export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly ask: (a: any, many: number) => [any, number];
}

export function later(value: any): void;
";

    #[test]
    fn raw_exports_are_closed_and_nothing_else_is_touched() {
        let closed = close(GENERATED);
        assert!(closed.contains("readonly ask: (a: unknown, many: number) => [unknown, number];"));
        assert!(closed.contains("export function later(value: any): void;"));
        assert_eq!(close(&closed), closed);
    }

    #[test]
    fn comments_may_speak_of_any() {
        assert_eq!(untyped(&close(GENERATED)), ["export function later(value: any): void;"]);
        assert!(untyped("type A = /* any */ number; /* any\nany */ // any").is_empty());
        assert_eq!(untyped("type A = /* x */ any;"), ["type A = /* x */ any;"]);
    }
}

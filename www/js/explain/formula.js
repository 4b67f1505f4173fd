// Formulas as MathML, from a short notation that reads like the formula itself:
//
//   a single letter is a variable, several are a word (`log`); digits are a number
//   `x_i`, `x^2`, `x_{i+1}^{k}`    scripts; under and over a sum, a product, `min`, `max`, `sup`, `inf`
//   `\frac{a}{b}`, `\binom{n}{k}`, `\sqrt{a}`, `\text{some words}`
//   `\abs{a}`, `\norm{a}`          between bars
//   `ε̂`, `ε̃`                       a letter with a mark above it
//   `\{`, `\}`, `\;`               braces, and a space
//
// Spaces only separate. Everything else is an operator.

const MATH = "http://www.w3.org/1998/Math/MathML";

/** Words and signs whose scripts stand below and above. */
const LIMITS = new Set(["∑", "∏", "min", "max", "sup", "inf", "lim", "argmin"]);

/** Signs that are set as letters. */
const LETTERS = new Set(["∞", "∇", "…"]);

/** Marks above a letter, by the character that combines with it. */
const MARKS = new Map([["\u0302", "^"], ["\u0303", "~"], ["\u0304", "¯"]]);

const TOKEN = /\s*(\\[a-z]+|\\.|[0-9]+(?:\.[0-9]+)?|\p{L}\p{M}|[A-Za-z]+|.)/suy;

/**
 * The formula as an element that stands on a line of its own.
 * @param {string} notation
 */
export function formula(notation) {
  const math = inline(notation);
  math.setAttribute("display", "block");
  return math;
}

/**
 * The formula as an element within a line.
 * @param {string} notation
 */
export function inline(notation) {
  return node("math", ...read(notation));
}

/** @param {string} notation */
function read(notation) {
  const parser = new Parser(notation);
  const parts = parser.list();
  if (!parser.done) throw new Error(`a brace too many in the formula ${notation}`);
  return parts;
}

/** What a minus stands after if it is a sign. */
const OPENS = new Set(["(", "[", "{", "\\{", ",", "="]);

class Parser {
  /** @type {string[]} */
  #tokens = [];
  #at = 0;
  #notation;

  /** @param {string} notation */
  constructor(notation) {
    this.#notation = notation.trim();
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < this.#notation.length) {
      // The words of a text are kept with their spaces.
      const from = TOKEN.lastIndex;
      const token = TOKEN.exec(this.#notation)?.[1] ?? "";
      if (token === "\\text") {
        const end = this.#notation.indexOf("}", from);
        this.#tokens.push(token, this.#notation.slice(this.#notation.indexOf("{", from) + 1, end));
        TOKEN.lastIndex = end + 1;
      } else {
        this.#tokens.push(token);
      }
    }
  }

  get done() {
    return this.#at >= this.#tokens.length;
  }

  /** Everything up to a closing brace or the end. */
  list() {
    /** @type {Element[]} */
    const parts = [];
    while (!this.done && this.#tokens[this.#at] !== "}") parts.push(this.#scripted());
    return parts;
  }

  #next() {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new Error(`the formula ${this.#notation} ends too soon`);
    this.#at += 1;
    return token;
  }

  /** @param {string} token */
  #take(token) {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  /** @returns {Element} */
  #group() {
    if (!this.#take("{")) return this.#atom(this.#next());
    const parts = this.list();
    if (!this.#take("}")) throw new Error(`a brace is open in the formula ${this.#notation}`);
    return parts.length === 1 && parts[0] ? parts[0] : node("mrow", ...parts);
  }

  #scripted() {
    const token = this.#tokens[this.#at] ?? "";
    const base = token === "{" ? this.#group() : this.#atom(this.#next());
    /** @type {Element | undefined} */
    let below;
    /** @type {Element | undefined} */
    let above;
    for (;;) {
      if (this.#take("_")) below = this.#group();
      else if (this.#take("^")) above = this.#group();
      else break;
    }
    const limits = LIMITS.has(token);
    if (below && above) return node(limits ? "munderover" : "msubsup", base, below, above);
    if (below) return node(limits ? "munder" : "msub", base, below);
    if (above) return node(limits ? "mover" : "msup", base, above);
    return base;
  }

  /**
   * The name of a function, apart from what it stands between.
   * @param {string} token
   */
  #word(token) {
    const next = this.#tokens[this.#at] ?? "}";
    const parts = [text("mi", token)];
    if (/[\p{L}\p{N}})]/u.test(this.#tokens[this.#at - 2]?.at(-1) ?? "")) parts.unshift(space("0.17em"));
    if (/^[\p{L}\p{N}\\]/u.test(next)) parts.push(space("0.17em"));
    return parts.length === 1 && parts[0] ? parts[0] : node("mrow", ...parts);
  }

  /** A group between two bars. @param {string} bar */
  #between(bar) {
    const [open, end] = [fence(bar, false), fence(bar, false)];
    open.setAttribute("form", "prefix");
    end.setAttribute("form", "postfix");
    return node("mrow", close(open), this.#group(), close(end));
  }

  /**
   * @param {string} token
   * @returns {Element}
   */
  #atom(token) {
    switch (token) {
      case "\\frac":
        return node("mfrac", this.#group(), this.#group());
      case "\\binom": {
        const fraction = node("mfrac", this.#group(), this.#group());
        fraction.setAttribute("linethickness", "0");
        return node("mrow", fence("(", true), fraction, fence(")", true));
      }
      case "\\sqrt":
        return node("msqrt", this.#group());
      case "\\abs":
        return this.#between("|");
      case "\\norm":
        return this.#between("‖");
      case "\\text":
        // Spaces at the ends of a text would collapse.
        return text("mtext", this.#next().replaceAll(/^ | $/g, "\u00a0"));
      case "\\;":
        return space("1em");
    }
    const sign = token.startsWith("\\") ? token.slice(1) : token;
    if (sign === "|") return close(fence(sign, false));
    if ("()[]{}".includes(sign)) return fence(sign, false);
    if (sign === "/") return close(text("mo", sign));
    if (LIMITS.has(token)) return text("mo", token);
    if (/^[0-9]/.test(token)) return text("mn", token);
    if (/^[A-Za-z]{2}/.test(token)) return this.#word(token);
    const mark = MARKS.get(token.normalize("NFD").slice(1));
    if (mark !== undefined) return marked(token.normalize("NFD").charAt(0), mark);
    if (/^\p{L}/u.test(token) || LETTERS.has(token)) return text("mi", token);
    const operator = text("mo", sign);
    if (sign === "−" && OPENS.has(this.#tokens[this.#at - 2] ?? "(")) operator.setAttribute("form", "prefix");
    return operator;
  }
}

/**
 * @param {string} name
 * @param {...Element} children
 */
function node(name, ...children) {
  const made = document.createElementNS(MATH, name);
  made.append(...children);
  return made;
}

/**
 * @param {string} name
 * @param {string} content
 */
function text(name, content) {
  const made = node(name);
  made.textContent = content;
  return made;
}

/**
 * A letter with a mark above it.
 * @param {string} letter
 * @param {string} mark
 */
function marked(letter, mark) {
  const above = fence(mark, false);
  const made = node("mover", text("mi", letter), above);
  made.setAttribute("accent", "true");
  return made;
}

/**
 * A bracket. It grows with what it holds only where it must: without a font made for formulas a
 * browser draws tall ones badly.
 * @param {string} sign
 * @param {boolean} grows
 */
function fence(sign, grows) {
  const made = text("mo", sign);
  made.setAttribute("stretchy", String(grows));
  return made;
}

/**
 * An operator without space around it.
 * @param {Element} operator
 */
function close(operator) {
  operator.setAttribute("lspace", "0");
  operator.setAttribute("rspace", "0");
  return operator;
}

/** @param {string} width */
function space(width) {
  const made = node("mspace");
  made.setAttribute("width", width);
  return made;
}

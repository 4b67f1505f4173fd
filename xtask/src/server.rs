//! A static file server for one directory, on this machine only.
//!
//! Our own because it is all the site needs: a production server must be able to serve `www/` with no
//! more than this, so the tests run against the least capable one.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// Longest request head read; browsers send far less.
const HEAD_LIMIT: u64 = 64 * 1024;

pub struct Server {
    address: SocketAddr,
    accepting: thread::JoinHandle<()>,
}

impl Server {
    /// Serves `root` from a background thread; port 0 lets the system choose a free one.
    pub fn start(root: &Path, port: u16) -> Result<Self> {
        let root =
            root.canonicalize().with_context(|| format!("no directory {} to serve", root.display()))?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .with_context(|| format!("cannot listen on port {port}; leave out --port to get a free one"))?;
        let address = listener.local_addr()?;
        let accepting = thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let root = root.clone();
                // A connection that breaks off concerns nobody else.
                thread::spawn(move || drop(serve(&root, stream)));
            }
        });
        Ok(Self { address, accepting })
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Blocks until the process is ended from outside.
    pub fn wait(self) {
        // The accepting thread only ends by a panic, which it has already reported.
        let _ = self.accepting.join();
    }
}

fn serve(root: &Path, mut stream: TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut reader = BufReader::new(io::Read::take(&stream, HEAD_LIMIT));
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let mut words = request.split_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return Ok(());
    };
    let reply = match method {
        "GET" | "HEAD" => find(root, target),
        _ => Reply::text("405 Method Not Allowed", "only GET and HEAD are answered here\n"),
    };
    stream.write_all(reply.head().as_bytes())?;
    if method != "HEAD" {
        stream.write_all(&reply.body)?;
    }
    stream.flush()
}

struct Reply {
    status: &'static str,
    mime: &'static str,
    location: Option<String>,
    body: Vec<u8>,
}

impl Reply {
    fn text(status: &'static str, body: &str) -> Self {
        Self { status, mime: "text/plain; charset=utf-8", location: None, body: body.into() }
    }

    fn head(&self) -> String {
        let location = self.location.as_ref().map_or(String::new(), |to| format!("Location: {to}\r\n"));
        format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{location}\
             Access-Control-Allow-Origin: *\r\nX-Content-Type-Options: nosniff\r\n\
             Cache-Control: no-cache\r\nConnection: close\r\n\r\n",
            self.status,
            self.mime,
            self.body.len(),
        )
    }
}

fn find(root: &Path, target: &str) -> Reply {
    let missing = || Reply::text("404 Not Found", "404: there is no such page here\n");
    let Some(segments) = segments(target) else {
        return Reply::text("400 Bad Request", "400: this path is not one of the site\n");
    };
    // Canonical, so that a symbolic link cannot lead out of the site either.
    let Ok(mut path) = root.join(segments.iter().collect::<PathBuf>()).canonicalize() else {
        return missing();
    };
    if !path.starts_with(root) {
        return missing();
    }
    if path.is_dir() {
        let slash = target.split(['?', '#']).next().is_some_and(|path| path.ends_with('/'));
        if !slash {
            // Relative links of the page count from the directory only behind a slash.
            let to = format!("/{}/", segments.join("/"));
            return Reply { location: Some(to), ..Reply::text("308 Permanent Redirect", "") };
        }
        path.push("index.html");
    }
    match fs::read(&path) {
        Ok(body) => Reply { status: "200 OK", mime: mime(&path), location: None, body },
        Err(_) => missing(),
    }
}

/// The names of a request path, percent-decoded; `None` if one of them is not a plain file name.
fn segments(target: &str) -> Option<Vec<String>> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    path.split('/')
        .filter(|segment| !segment.is_empty())
        .map(|segment| {
            let name = decode(segment)?;
            let plain = name != "." && name != ".." && !name.contains(['/', '\\', ':', '\0']);
            plain.then_some(name)
        })
        .collect()
}

fn decode(segment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn mime(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" | "ts" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    /// A site in a directory of its own, beside a file that is not part of it.
    fn site(name: &str) -> (Server, PathBuf) {
        let outside = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        let root = outside.join("site");
        fs::create_dir_all(root.join("learn")).unwrap();
        fs::write(outside.join("secret.txt"), "secret").unwrap();
        fs::write(root.join("index.html"), "<p>front").unwrap();
        fs::write(root.join("learn/index.html"), "<p>learn").unwrap();
        fs::write(root.join("a b.wasm"), [0, 97, 115, 109]).unwrap();
        fs::write(root.join("app.js"), "export {}").unwrap();
        (Server::start(&root, 0).unwrap(), outside)
    }

    fn request(server: &Server, line: &str) -> String {
        let mut stream = TcpStream::connect(server.address).unwrap();
        write!(stream, "{line} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        String::from_utf8(reply).unwrap()
    }

    #[test]
    fn files_carry_their_type_and_may_be_used_by_other_origins() {
        let (server, outside) = site("type");
        let page = request(&server, "GET /");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"));
        assert!(page.contains("\r\nAccess-Control-Allow-Origin: *\r\n"));
        assert!(page.contains("\r\nX-Content-Type-Options: nosniff\r\n"));
        assert!(page.contains("\r\nCache-Control: no-cache\r\n"));
        assert!(page.ends_with("\r\n\r\n<p>front"));
        assert!(request(&server, "GET /app.js?v=1").contains("Content-Type: text/javascript"));
        assert!(request(&server, "GET /a%20b.wasm").contains("Content-Type: application/wasm\r\n"));
        fs::remove_dir_all(outside).unwrap();
    }

    #[test]
    fn head_announces_the_length_and_sends_no_body() {
        let (server, outside) = site("head");
        let reply = request(&server, "HEAD /index.html");
        assert!(reply.contains("\r\nContent-Length: 8\r\n"));
        assert!(reply.ends_with("\r\n\r\n"));
        assert!(request(&server, "POST /").starts_with("HTTP/1.1 405 "));
        fs::remove_dir_all(outside).unwrap();
    }

    #[test]
    fn a_directory_answers_with_its_index_behind_a_slash() {
        let (server, outside) = site("directory");
        assert!(request(&server, "GET /learn/").ends_with("<p>learn"));
        let moved = request(&server, "GET /learn?x=1");
        assert!(moved.starts_with("HTTP/1.1 308 ") && moved.contains("\r\nLocation: /learn/\r\n"));
        fs::remove_dir_all(outside).unwrap();
    }

    #[test]
    fn nothing_outside_the_site_is_served() {
        let (server, outside) = site("traversal");
        for path in ["/nothing.html", "/app.js/x"] {
            assert!(request(&server, &format!("GET {path}")).starts_with("HTTP/1.1 404 "));
        }
        for path in ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/..\\secret.txt"] {
            assert!(request(&server, &format!("GET {path}")).starts_with("HTTP/1.1 400 "));
        }
        #[cfg(unix)]
        {
            let link = outside.join("site/link.txt");
            std::os::unix::fs::symlink(outside.join("secret.txt"), link).unwrap();
            assert!(request(&server, "GET /link.txt").starts_with("HTTP/1.1 404 "));
        }
        fs::remove_dir_all(outside).unwrap();
    }
}

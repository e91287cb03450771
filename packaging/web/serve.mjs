// Serves a folder to this machine: node serve.mjs FOLDER PORT. The tests use it too.
import {createReadStream, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {extname, join, normalize} from 'node:path';
import {pathToFileURL} from 'node:url';
import {createGzip} from 'node:zlib';

const types = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.svg': 'image/svg+xml',
    '.json': 'application/json',
};

// Gives the server once it listens; port 0 takes a free one.
export function serve(folder, port) {
    const server = createServer((request, response) => {
        let file;
        let length;
        try { // what is no address is not found either
            const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
            file = join(folder, normalize(name.endsWith('/') ? name + 'index.html' : name));
            const found = statSync(file);
            if (!found.isFile()) throw new Error('no file');
            length = found.size;
        } catch {
            response.writeHead(404).end('not found\n');
            return;
        }
        const headers = {
            'Content-Type': types[extname(file)] || 'application/octet-stream', 'Cache-Control': 'no-cache',
            'X-Uncompressed-Length': length,
        };
        if (/\bgzip\b/.test(request.headers['accept-encoding'] || '')) {
            response.writeHead(200, {...headers, 'Content-Encoding': 'gzip'});
            createReadStream(file).pipe(createGzip()).pipe(response);
        } else {
            response.writeHead(200, {...headers, 'Content-Length': length});
            createReadStream(file).pipe(response);
        }
    });
    return new Promise((resolve, reject) => {
        server.on('error', reject);
        server.listen(port, 'localhost', () => resolve(server));
    });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const [folder, port] = process.argv.slice(2);
    const server = await serve(folder, Number(port));
    console.log(`Ropewalk is at http://localhost:${server.address().port}/ (Ctrl+C ends)`);
}

// Hands requests to Perfetto's trace processor, as its page does, and writes down what it answers:
// node trace_processor.js FOLDER REQUESTS RESPONSES
// FOLDER holds Perfetto's engine, which is made for a browser's worker: of that, it finds here what it
// takes. Requests and responses are streams of TraceProcessorRpc.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const [folder, requests, responses] = process.argv.slice(2);
const answer = fs.openSync(responses, 'w');
const port = { postMessage: (bytes) => fs.writeSync(answer, bytes) };

globalThis.self = globalThis;
globalThis.WorkerGlobalScope = function () {};
globalThis.location = { href: `file://${folder}/` };
globalThis.XMLHttpRequest = class {
  open(method, name) {
    this.file = path.join(folder, path.basename(name));
  }

  send() {
    this.response = new Uint8Array(fs.readFileSync(this.file)).buffer;
  }
};
// It refuses to run in Node.
globalThis.process = undefined;
vm.runInThisContext(fs.readFileSync(path.join(folder, 'engine_bundle.js'), 'utf8'));
globalThis.onmessage({ data: port });
// It says that it is ready by a promise that it keeps to itself.
setTimeout(() => {
  port.onmessage({ data: new Uint8Array(fs.readFileSync(requests)) });
  fs.closeSync(answer);
}, 0);

import assert from 'node:assert/strict';
import { listeningPort, withoutNoise } from '../../../../src/build/vscode/serverOutput.ts';

describe('what the VS Code server prints', () => {
  it('tells the port once it listens, and nothing before', () => {
    assert.equal(listeningPort('Server bound to 127.0.0.1:4101 (IPv4)\n'), undefined);
    assert.equal(listeningPort('Server bound to 127.0.0.1:4101 (IPv4)\nExtension host agent listening on 4101\n'), 4101);
  });

  it('is not believed before the line is whole', () => {
    assert.equal(listeningPort('Extension host agent listening on '), undefined);
  });

  it('is shown without the stack traces about native modules, and with everything else', () => {
    const output = [
      'Error: Could not locate the bindings file. Tried:',
      ' → /x/node_modules/@vscode/spdlog/build/spdlog.node',
      '    at bindings (/x/node_modules/bindings/bindings.js:126:9)',
      '    at Module.load (node:internal/modules/cjs/loader:1651:32)',
      '  tries: [',
      "    '/x/spdlog.node',",
      '  ]',
      '}',
      '',
      'Error: listen EADDRINUSE 127.0.0.1:80',
      '    at ours (/home/me/extension/dist/extension.js:1:1)',
    ].join('\n');
    assert.equal(
      withoutNoise(output, 10),
      'Error: listen EADDRINUSE 127.0.0.1:80\n    at ours (/home/me/extension/dist/extension.js:1:1)',
    );
  });

  it('is cut to its last lines', () => {
    assert.equal(withoutNoise('a\nb\nc', 2), 'b\nc');
  });
});

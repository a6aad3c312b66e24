// What the editor starts in place of a server: it passes all lines on to the extension host, which serves. It knows no key.
import { connect } from 'node:net';
import { bridgeEnvNames } from './bridgeEnvNames.ts';

const { [bridgeEnvNames.address]: address = '', [bridgeEnvNames.token]: token = '' } = process.env;

const socket = connect(address, () => {
  socket.write(`${token}\n`);
  process.stdin.pipe(socket);
  socket.pipe(process.stdout);
});
socket.once('error', () => {
  process.stderr.write('The extension does not answer. Start the server again.\n');
  process.exitCode = 1;
});
socket.once('close', () => {
  process.stdin.destroy(); // else it waits for a client that has nobody to talk to
});

import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and its self-signed certificate as PEM strings. */
export interface SelfSignedCertificate {
  readonly key: string;
  readonly cert: string;
}

/**
 * Creates an untrusted certificate for 127.0.0.1 and localhost.
 * @param validity the first and last year; past years create an expired certificate
 */
export function selfSignedCertificate(
  validity: { readonly from: number; readonly to: number } = { from: 2020, to: 2049 },
): SelfSignedCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
  const commonName = sequence(
    tagged(0x31, sequence(Buffer.from('0603550403', 'hex'), tagged(0x0c, Buffer.from('fault server')))),
  );
  const names = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])));
  const alternativeNames = sequence(Buffer.from('0603551d11', 'hex'), tagged(0x04, names));
  const authority = sequence(Buffer.from('0603551d13', 'hex'), tagged(0x04, sequence(Buffer.from('0101ff', 'hex'))));
  const toSign = sequence(
    tagged(0xa0, Buffer.from('020102', 'hex')),
    tagged(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    commonName,
    sequence(time(validity.from), time(validity.to)),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(alternativeNames, authority)),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', toSign, privateKey)]));
  const body = sequence(toSign, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

/** A DER value: tag, length, content. */
function tagged(tag: number, content: Buffer): Buffer {
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function time(year: number): Buffer {
  return tagged(0x17, Buffer.from(`${String(year % 100).padStart(2, '0')}0101000000Z`));
}

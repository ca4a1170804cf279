import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

export interface Certificate {
  readonly key: string
  readonly cert: string
  /** The certificate of the authority that signed `cert`. */
  readonly ca: string
}

export interface CertificateOptions {
  /** Host names and IPv4 addresses. */
  readonly hosts?: readonly string[]
  readonly validTo?: Date
}

const dayMs = 86_400_000

/** Creates a server certificate with its own authority. Encodes DER by hand, because Node cannot create certificates. */
export function createCertificate({
  hosts = ['localhost', '127.0.0.1'],
  validTo = new Date(Date.now() + dayMs),
}: CertificateOptions = {}): Certificate {
  const authority = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const server = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const valid = sequence(time(new Date(validTo.getTime() - 30 * dayMs)), time(validTo))
  const longValid = sequence(time(new Date(Date.now() - 90 * dayMs)), time(new Date(Date.now() + dayMs)))
  const issuer = nameOf('Ngoma test authority')
  const names = hosts.map((host) =>
    isIPv4(host) ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host)),
  )
  const authorityOnly = extension('551d13', sequence(Buffer.from('0101ff', 'hex')))
  const forHosts = extension('551d11', sequence(...names))
  return {
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: certify(authority.privateKey, [
      issuer,
      valid,
      nameOf(hosts[0] ?? ''),
      publicOf(server.publicKey),
      extensions(forHosts),
    ]),
    ca: certify(authority.privateKey, [
      issuer,
      longValid,
      issuer,
      publicOf(authority.publicKey),
      extensions(authorityOnly),
    ]),
  }
}

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const version3 = tagged(0xa0, tagged(0x02, Buffer.from([2])))

function certify(key: KeyObject, parts: readonly Buffer[]): string {
  const serial = tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]))
  const content = sequence(version3, serial, ecdsaWithSha256, ...parts)
  const whole = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, key)))
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'))
}

const bits = (content: Buffer) => tagged(0x03, Buffer.concat([Buffer.from([0]), content]))
const publicOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })
/** A name with a common name only. */
const nameOf = (text: string) => sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(text)))))
const time = (at: Date) => tagged(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')))
const extension = (id: string, content: Buffer) => sequence(oid(id), tagged(0x04, content))
const extensions = (...all: readonly Buffer[]) => tagged(0xa3, sequence(...all))

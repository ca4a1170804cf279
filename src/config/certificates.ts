import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { BadSetting } from './kinds.ts'

/** Reads the file named by NGOMA_CALLBACK_CA. Only the server calls this: commands may lack permission to read it. */
export function readCertificates(path: string): string[] {
  const file = `NGOMA_CALLBACK_CA: ${resolve(path)}`
  const found =
    orBadSetting(() => readFileSync(path, 'utf8'), `${file} cannot be read`).match(
      /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
    ) ?? []
  if (found.length === 0) throw new BadSetting(`${file} contains no certificate; expected one or more in PEM format`)
  for (const one of found) orBadSetting(() => new X509Certificate(one), `${file} contains an invalid certificate`)
  return found
}

interface SmppTls {
  readonly smppTlsPort: number | null
  readonly smppTlsCertificate: string | null
  readonly smppTlsKey: string | null
}

/** Reads the certificate of the SMPP port with TLS, which must belong to its key; null when the port is off. */
export function readSmppCertificate({ smppTlsPort, smppTlsCertificate, smppTlsKey }: SmppTls): X509Certificate | null {
  if (smppTlsPort === null || smppTlsCertificate === null || smppTlsKey === null) return null
  const file = `NGOMA_SMPP_TLS_CERTIFICATE: ${resolve(smppTlsCertificate)}`
  const keyFile = `NGOMA_SMPP_TLS_KEY: ${resolve(smppTlsKey)}`
  const text = orBadSetting(() => readFileSync(smppTlsCertificate), `${file} cannot be read`)
  const keyText = orBadSetting(() => readFileSync(smppTlsKey), `${keyFile} cannot be read`)
  const certificate = orBadSetting(() => new X509Certificate(text), `${file} contains no valid certificate`)
  const key = orBadSetting(() => createPrivateKey(keyText), `${keyFile} contains no valid private key`)
  if (!certificate.checkPrivateKey(key)) throw new BadSetting(`${keyFile} does not belong to the certificate`)
  return certificate
}

function orBadSetting<T>(read: () => T, wrong: string): T {
  try {
    return read()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new BadSetting(`${wrong}${code}`)
  }
}

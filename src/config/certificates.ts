import { X509Certificate } from 'node:crypto'
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

function orBadSetting<T>(read: () => T, wrong: string): T {
  try {
    return read()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new BadSetting(`${wrong}${code}`)
  }
}

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { BadSetting } from './kinds.ts'

/**
 * The certificates in the file that NGOMA_CALLBACK_CA names. Read at the start, and not with the settings: commands
 * need not be allowed to.
 */
export function readCertificates(path: string): string[] {
  const file = `NGOMA_CALLBACK_CA: ${resolve(path)}`
  const found =
    orBadSetting(() => readFileSync(path, 'utf8'), `${file} can't be read`).match(
      /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
    ) ?? []
  if (found.length === 0) throw new BadSetting(`${file} has no certificate in it; it must be one or several as PEM`)
  for (const one of found)
    orBadSetting(() => new X509Certificate(one), `${file} has a certificate in it that can't be read`)
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

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createCertificate } from '../../test/certificate.ts'
import { readCertificates } from './certificates.ts'
import { BadSetting } from './kinds.ts'

describe('the certificates for callbacks', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-certificates-'))
  after(() => rmSync(directory, { recursive: true }))
  const write = (content: string) => {
    const path = join(directory, 'ca.pem')
    writeFileSync(path, content)
    return path
  }
  const refuses = (path: string, why: RegExp) =>
    assert.throws(
      () => readCertificates(path),
      (error) =>
        error instanceof BadSetting &&
        error.message.startsWith(`NGOMA_CALLBACK_CA: ${path}`) &&
        why.test(error.message),
    )

  it('are read one by one, with whatever stands between them', () => {
    const [one, two] = [createCertificate().ca, createCertificate().ca]
    assert.deepEqual(readCertificates(write(`# One\n${one}\n# Two\n${two}`)), [one.trim(), two.trim()])
  })

  it('that are missing or damaged are named', () => {
    refuses(join(directory, 'nowhere.pem'), /can't be read \(ENOENT\)$/)
    refuses(directory, /can't be read \(EISDIR\)$/)
    refuses(write(createCertificate().key), /has no certificate in it/)
    refuses(write(createCertificate().ca.replace(/M[A-Za-z]{3}/, 'AAAA')), /a certificate in it that can't be read/)
  })
})

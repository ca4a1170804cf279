import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createCertificate } from '../../test/certificate.ts'
import { readCertificates } from './certificates.ts'
import { BadSetting } from './kinds.ts'

describe('readCertificates', () => {
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

  it('splits a PEM file into certificates and skips the text between them', () => {
    const [one, two] = [createCertificate().ca, createCertificate().ca]
    assert.deepEqual(readCertificates(write(`# One\n${one}\n# Two\n${two}`)), [one.trim(), two.trim()])
  })

  it('rejects missing, empty and damaged files and names the path', () => {
    refuses(join(directory, 'nowhere.pem'), /cannot be read \(ENOENT\)$/)
    refuses(directory, /cannot be read \(EISDIR\)$/)
    refuses(write(createCertificate().key), /contains no certificate/)
    refuses(write(createCertificate().ca.replace(/M[A-Za-z]{3}/, 'AAAA')), /contains an invalid certificate/)
  })
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createCertificate } from '../../../test/certificate.ts'
import { checkSmpp } from './smpp.ts'

describe('the check of the SMPP ports', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-doctor-smpp-'))
  after(() => rmSync(directory, { recursive: true }))
  const now = new Date()
  const off = {
    host: '0.0.0.0',
    staging: false,
    smppPort: null,
    smppTlsPort: null,
    smppTlsCertificate: null,
    smppTlsKey: null,
  }
  const [certificate, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')]
  const on = { ...off, smppTlsPort: 3550, smppTlsCertificate: certificate, smppTlsKey: key }
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

  function write(days: number, other?: string): void {
    const made = createCertificate({ validTo: inDays(days) })
    writeFileSync(certificate, made.cert)
    writeFileSync(key, other ?? made.key)
  }

  const found = (config: typeof off | typeof on) =>
    checkSmpp(config, now).map(({ state, message }) => `${state}: ${message}`)

  it('says nothing when both ports are off', () => {
    assert.deepEqual(found(off), [])
  })

  it('warns about passwords on a public port without TLS', () => {
    assert.match(
      found({ ...off, smppPort: 2775 } as never)[0] ?? '',
      /^warning: .* on 0\.0\.0\.0: passwords on port 2775/,
    )
    assert.deepEqual(found({ ...off, smppPort: 2775, host: '127.0.0.1' } as never), ['ok: customers bind to port 2775'])
  })

  it('reads the certificate', () => {
    assert.match(found(on)[0] ?? '', /^problem: NGOMA_SMPP_TLS_CERTIFICATE: .* cannot be read \(ENOENT\)$/)
    write(90)
    assert.deepEqual(found(on), ['ok: customers bind to port 3550 with TLS'])
    write(5)
    assert.match(found(on)[0] ?? '', /^warning: .* expires in [45] days$/)
    write(-1)
    assert.match(found(on)[0] ?? '', /^problem: .* has expired$/)
    write(90, createCertificate().key)
    assert.match(found(on)[0] ?? '', /^problem: .* does not belong to the certificate$/)
  })
})

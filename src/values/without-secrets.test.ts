import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { withoutSecrets } from './without-secrets.ts'

const examples = fileURLToPath(new URL('../../docs/examples', import.meta.url))

describe('withoutSecrets', () => {
  it('keeps settings unchanged when they only name secrets', () => {
    const files = globSync('http-carrier-*.json', { cwd: examples })
    assert.equal(files.length, 3)
    const smpp = {
      host: 'smpp.carrier.example',
      port: 2775,
      systemId: 'acme',
      tls: { ca: 'PEM', verify: true },
      addresses: { number: { ton: 1, npi: 1 } },
    }
    for (const settings of [smpp, ...files.map((file) => JSON.parse(readFileSync(`${examples}/${file}`, 'utf8')))]) {
      assert.deepEqual(withoutSecrets(settings), settings)
    }
  })

  it('masks secrets that were typed instead of their names', () => {
    const settings = {
      send: {
        url: 'https://acme:hush-1@provider.example/send?user=acme&api_key=hush-2&to={phone}',
        headers: { Authorization: 'Bearer hush-3', 'X-Api-Key': 'hush-4', Accept: 'text/plain' },
        body: { token: 'hush-5', key: 12_345, to: '{phone}', more: [{ userPassword: 'hush-6' }] },
      },
      status: {
        url: 'https://provider.example/status?id={reference}',
        body: '{"passcode": "hush-7", "id": "{reference}"}',
      },
    }
    assert.deepEqual(withoutSecrets(settings), {
      send: {
        url: 'https://…@provider.example/send?user=acme&api_key=…&to={phone}',
        headers: { Authorization: '…', 'X-Api-Key': '…', Accept: 'text/plain' },
        body: { token: '…', key: '…', to: '{phone}', more: [{ userPassword: '…' }] },
      },
      status: { url: 'https://provider.example/status?id={reference}', body: '{"passcode": "…", "id": "{reference}"}' },
    })
    assert.equal(withoutSecrets('next=token=hush'), 'next=token=…')
  })

  it('takes linear time for any input', () => {
    for (const piece of ['key', 'auth-', 'token ', 'pass"', "key'\n"]) {
      const text = piece.repeat(Math.ceil(100_000 / piece.length))
      assert.equal(withoutSecrets(text), text)
    }
  })
})

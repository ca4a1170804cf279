import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { modules } from '../src/app/modules.ts'
import { collect } from '../src/module.ts'

/** Hashes and fingerprints, which a rotation of the root secret does not change. */
const notSealed = [
  'checkout_sessions.page_hash',
  'checkout_sessions.token_hash',
  'credentials.secret_hash',
  'idempotency_keys.body_hash',
  'lasting_keys.made_under',
  'otp_pins.pin_hash',
  'root_secret.fingerprint',
  'secret_rotations.from_fingerprint',
  'secret_rotations.to_fingerprint',
  // Parts of messages are stored as texts are.
  'smpp_parts.body',
  'smpp_parts.hash',
]

describe('list of sealed values', () => {
  it('contains every bytea column that is not a hash', () => {
    const tables = readFileSync(new URL('../src/engine/db/tables.ts', import.meta.url), 'utf8')
    const columns: string[] = []
    let table = ''
    for (const line of tables.split('\n')) {
      table = /^ {2}(\w+): \{$/.exec(line)?.[1] ?? table
      const column = /^ {4}(\w+): Buffer\b/.exec(line)?.[1]
      if (column !== undefined) columns.push(`${table}.${column}`)
    }
    const sealed = collect(modules, 'sealed').map(({ table: of, column }) => `${of}.${column}`)
    assert.deepEqual(columns.toSorted(), [...sealed, ...notSealed].toSorted())
  })

  it('contains every use of a lasting key', () => {
    const files = globSync('src/**/*.ts').filter(
      (file) => !file.endsWith('.test.ts') && !file.includes('engine/secrets'),
    )
    const uses = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/secrets\.key\('([^']+)'\)/g)].map(([, use]) => use),
    )
    assert.deepEqual([...new Set(uses)].toSorted(), collect(modules, 'lastingKeys').toSorted())
  })
})

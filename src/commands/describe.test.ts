import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { Amount, nullable, objectOf, Time } from '../contract/shapes.ts'
import { completionOf } from './completion.ts'
import { describeChange, describeObject, fill, tableOf } from './describe.ts'
import { loadCommands } from './index.ts'

const answer = objectOf({
  id: Type.Integer(),
  price: Amount,
  createdAt: Time,
  at: Time,
  endsAt: nullable(Time),
  active: Type.Boolean(),
  lifeSeconds: Type.Integer(),
  errorRate: Type.Number(),
  phone: Type.String(),
  prefix: Type.String(),
  window: nullable(objectOf({ from: Type.String(), to: Type.String() })),
  content: Type.Union([objectOf({ type: Type.String(), text: Type.String() }), objectOf({ type: Type.String() })]),
})

const value = {
  id: 3,
  price: '1500.0000',
  createdAt: '2030-01-31T08:00:05.000Z',
  at: '2030-01-31T08:00:05.000Z',
  endsAt: null,
  active: false,
  lifeSeconds: 300,
  errorRate: 0.125,
  phone: '255712345678',
  prefix: '',
  window: { from: '08:00', to: '20:00' },
}

describe('a description of an answer', () => {
  it('shows times, amounts, units, shares, numbers and nested objects', () =>
    assert.equal(
      describeObject(answer, value, { empty: { prefix: 'all' } }),
      `ID          3
Price       1,500
Created     2030-01-31 08:00 GMT
At          2030-01-31 08:00:05 GMT
Active      no
Life        300 s
Error rate  12.5%
Phone       +255712345678
Prefix      all

Window
  From  08:00
  To    20:00`,
    ))

  it('leaves out empty columns and shortens long texts', () => {
    const rows = [{ ...value, content: { type: 'text', text: 'word '.repeat(40) } }]
    const { heads, row } = tableOf(answer, { columns: 'id, endsAt, prefix, content' }, rows)
    assert.deepEqual(heads, ['ID', 'CONTENT'])
    assert.match(row(rows[0])[1] ?? '', /^(word ){24}…$/)
  })

  it('says what changed, without secrets', () => {
    const Secret = { ...Type.String(), writeOnly: true }
    const body = objectOf({ ...answer.properties, password: Secret })
    const change = { active: true, endsAt: null, window: { from: '08:00' }, password: 'hunter2' }
    assert.equal(describeChange(body, change), 'active yes, ends none, window from 08:00, password')
  })

  it('fills a sentence, unless a value is missing', () => {
    const filled = (sentence: string) => fill(sentence, { answer, empty: { prefix: 'all' } }, value, { user: 'Asha' })
    assert.equal(filled('{user}: {window.from} for {prefix}'), 'Asha: 08:00 for all')
    assert.equal(filled('Valid until {endsAt}.'), null)
  })
})

describe('the completion of commands', () => {
  it('completes nouns, verbs and options in bash', async () => {
    let script = ''
    const input = { arguments: ['bash'], text: () => undefined, texts: () => [], is: () => false, json: false }
    const print = (_: unknown, text: string) => {
      script = text
      return 0
    }
    await completionOf(loadCommands).run({ ...input, print })
    const complete = (...words: readonly string[]) => {
      const call = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}; _ngoma; echo "\${COMPREPLY[*]}"`
      return spawnSync('bash', ['-c', call], { encoding: 'utf8' }).stdout.trim()
    }
    assert.equal(complete('ngoma', 'ser'), 'serve')
    assert.equal(complete('ngoma', 'key', 'c'), 'create')
    assert.equal(complete('ngoma', 'key', 'create', '--name', 'x', '--exp'), '--expires-at')
  })
})

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { serverMessages as fr } from './fr/server-messages.ts'
import { serverMessages as sw } from './sw/server-messages.ts'

const root = join(import.meta.dirname, '../../..')

/** A refusal, or a function that makes one, with a message that has no values. */
const refusal = /(?:new Refusal|badFile|badField|refused|betterAuthRefusal)\(\s*(?:\w+,\s*){0,2}'((?:[^'\\]|\\.)+)'/g

const messagesIn = (path: string, pattern: RegExp) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(pattern)].map(([, message = '']) => message)

const sources = globSync('src/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') })
const messages = new Set([
  ...sources.flatMap((path) => messagesIn(path, refusal)),
  // The airtime form has sentences instead of the messages of the API.
  ...messagesIn('src/modules/airtime/manual-transfer.ts', /'([A-Z][^']+\.)'/g),
])

/** Chosen by a condition or from a table, so that the pattern does not find them. */
const others = ['Password Is Your Email', 'Password Is Too Common', 'Placeholder not found']

for (const [language, texts] of Object.entries({ sw, fr }))
  describe(`the messages of the server in ${language}`, () => {
    it('translate every message of the server that has no values', () => {
      assert.ok(messages.size > 100)
      assert.deepEqual(
        [...messages].filter((message) => !Object.hasOwn(texts, message)),
        [],
      )
    })

    it('have no message that the server does not send', () => {
      const isReason = (key: string) => /^[A-Z_]+$/.test(key)
      assert.deepEqual(
        Object.keys(texts).filter((key) => !messages.has(key) && !others.includes(key) && !isReason(key)),
        [],
      )
    })
  })

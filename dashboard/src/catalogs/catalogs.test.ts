import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { catalog as en } from './en/index.ts'
import { catalog as fr } from './fr/index.ts'
import { catalog as sw } from './sw/index.ts'

type Ast = ReturnType<IntlMessageFormat['getAst']>

/** The messages of a catalog by their path, such as `home.title`. */
const listMessages = (value: object, path = ''): [path: string, message: string][] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [[path + key, inner] as [string, string]] : listMessages(inner, `${path}${key}.`),
  )

/** The names of the values and elements in a message. */
function namesIn(ast: Ast): string[] {
  return ast.flatMap((element) => [
    // Literal text and # have no name.
    ...(element.type === 0 || element.type === 7 ? [] : [element.value]),
    ...('children' in element ? namesIn(element.children) : []),
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => namesIn(value)) : []),
  ])
}

const namesOf = (message: string, language: string) =>
  [...new Set(namesIn(new IntlMessageFormat(message, language).getAst()))].toSorted()

const english = new Map(listMessages(en))

for (const [language, catalog] of Object.entries({ en, sw, fr }))
  describe(`the ${language} catalog`, () => {
    const messages = listMessages(catalog)

    it('has valid ICU messages with the values and elements of the English ones', () => {
      for (const [path, message] of messages)
        assert.deepEqual(namesOf(message, language), namesOf(english.get(path) ?? '', 'en'), path)
    })

    it('has typographic apostrophes', () => {
      assert.deepEqual(
        messages.filter(([, message]) => message.includes("'")),
        [],
      )
    })

    it('has no empty message', () => {
      assert.deepEqual(
        messages.filter(([, message]) => message.trim() === ''),
        [],
      )
    })
  })

describe('the catalogs', () => {
  it('have no message that the dashboard does not use', () => {
    const root = join(import.meta.dirname, '..')
    const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('catalogs'))
      .map((path) => readFileSync(join(root, path), 'utf8').replace(/\s+(?=\.)/g, ''))
      .join('\n')
    /** A message is used by its whole path, or by a table that holds it (`wordFor(t.status, word)`). */
    const isUsed = (path: string) => {
      const parts = path.split('.')
      return parts.some((_, index) =>
        new RegExp(`\\bt\\.${parts.slice(0, index + 1).join('\\.')}\\b(?!\\.)`).test(source),
      )
    }
    assert.deepEqual(
      [...english.keys()].filter((path) => !isUsed(path)),
      [],
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { createFormat } from '../src/catalogs/message.ts'
import type { Language } from '../src/values/languages.ts'

type Ast = ReturnType<IntlMessageFormat['getAst']>

/** The messages of a catalog by their path, such as `home.title`. */
export const listMessages = (value: object, path = ''): [path: string, message: string][] =>
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

/** The rules for the catalogs of all languages. The compiler checks that each has all keys. */
export function describeCatalogs(title: string, catalogs: Readonly<Record<Language, object>>): void {
  const english = new Map(listMessages(catalogs.en))
  for (const [language, catalog] of Object.entries(catalogs))
    describe(`${title} in ${language}`, () => {
      const messages = listMessages(catalog)
      const none = (isWrong: (message: string) => boolean) =>
        assert.deepEqual(
          messages.filter(([, message]) => isWrong(message)),
          [],
        )

      it('has valid ICU messages with the values and elements of the English ones', () => {
        for (const [path, message] of messages)
          assert.deepEqual(namesOf(message, language), namesOf(english.get(path) ?? message, 'en'), path)
      })

      it('has messages that the reference implementation formats the same', () => {
        const format = createFormat(language)
        const join = (children: readonly string[]) => children.join('')
        const tag = (children: string | readonly string[]) => `<${[children].flat().join('')}>`
        for (const [path, message] of messages)
          for (const count of [0, 1, 2, 21, 1_500.25]) {
            const reference = new IntlMessageFormat(message, language)
            const values = Object.fromEntries(
              namesIn(reference.getAst()).map((name) => [name, message.includes(`</${name}>`) ? tag : count]),
            )
            assert.equal(join(format<string>(message, values as never, join)), String(reference.format(values)), path)
          }
      })

      it('has typographic apostrophes', () => none((message) => message.includes("'")))

      it('has no empty message', () => none((message) => message.trim() === ''))
    })
}

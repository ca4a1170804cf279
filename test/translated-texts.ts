/** The texts of the dashboard in English and in another language, in pairs. */
import { IntlMessageFormat } from 'intl-messageformat'
import { operatorCatalog as operatorEn } from '../dashboard/src/catalogs/en/operator.ts'
import { carrierFields as carriersFr } from '../dashboard/src/catalogs/fr/carrier-fields.ts'
import { operatorCatalog as operatorFr } from '../dashboard/src/catalogs/fr/operator.ts'
import { problems as problemsFr } from '../dashboard/src/catalogs/fr/problems.ts'
import { providerFields as providersFr } from '../dashboard/src/catalogs/fr/provider-fields.ts'
import { carrierFields as carriersSw } from '../dashboard/src/catalogs/sw/carrier-fields.ts'
import { operatorCatalog as operatorSw } from '../dashboard/src/catalogs/sw/operator.ts'
import { problems as problemsSw } from '../dashboard/src/catalogs/sw/problems.ts'
import { providerFields as providersSw } from '../dashboard/src/catalogs/sw/provider-fields.ts'
import { withTexts } from '../dashboard/src/pages/operator/provider/with-texts.ts'
import type { DescribedSettings, KindDescription } from '../src/values/kind-description.ts'
import { problems } from '../src/values/problems.ts'
import { listMessages } from './catalog-rules.ts'
import { textsOf } from './catalogs.ts'
import { kinds } from './provider-kinds.ts'

type Ast = ReturnType<IntlMessageFormat['getAst']>
/** A literal text, or the name of a value. */
type Token = string | { readonly value: string }
export type Message = readonly Token[]

const operatorCatalogs = { sw: operatorSw, fr: operatorFr }
const problemCatalogs = { sw: problemsSw, fr: problemsFr }
/** Only the English text of a problem has the reason of the server. */
const reasons = {
  ' is not a phone number of Tanzania': 'invalid_phone',
  ' is not an IP address': 'invalid_address',
  ' must not contain a user name or password': 'url_not_allowed',
} as const
const fieldCatalogs = { sw: { ...carriersSw, ...providersSw }, fr: { ...carriersFr, ...providersFr } }

/** A plural has a message for each of its forms. */
function variantsOf(ast: Ast, count: Token = ''): Message[] {
  return ast.reduce<Message[]>(
    (messages, element) => {
      const ends: Message[] =
        element.type === 0
          ? [[element.value]]
          : element.type === 7
            ? [[count]]
            : 'children' in element
              ? variantsOf(element.children, count)
              : 'options' in element
                ? Object.values(element.options).flatMap(({ value }) => variantsOf(value, { value: element.value }))
                : [[{ value: element.value }]]
      return messages.flatMap((message) => ends.map((end) => [...message, ...end])).slice(0, 24)
    },
    [[]],
  )
}

/** Neighbouring literals become one. */
const joined = (message: Message): Message =>
  message.reduce<Token[]>((all, token) => {
    const last = all.at(-1)
    if (typeof token === 'string' && typeof last === 'string') all[all.length - 1] = last + token
    else if (token !== '') all.push(token)
    return all
  }, [])

interface Pair {
  readonly english: readonly Message[]
  readonly translated: readonly Message[]
  /** All words of the English messages. */
  readonly words: readonly string[]
}

export function readPairs(language: 'sw' | 'fr'): readonly Pair[] {
  const [from, to] = [
    [textsOf('en').t, operatorEn],
    [textsOf(language).t, operatorCatalogs[language]],
  ].map((all) => new Map((all ?? []).flatMap((one) => listMessages(one)))) as [Map<string, string>, Map<string, string>]
  const parse = (message: string, locale: string) => new IntlMessageFormat(message, locale).getAst()
  const toPair = (english: Ast, translated: Ast): Pair => {
    const messages = variantsOf(english).map(joined)
    const words = wordsIn(messages.flatMap((tokens) => tokens.filter((token) => typeof token === 'string')).join(' '))
    return { english: messages, translated: variantsOf(translated).map(joined), words }
  }
  const ofProblems = Object.entries(problems).map(([code, [, title]]) => {
    const detailed = parse(
      `${title.replace(/\.$/, '').replace(/[{}']/g, '')}{0, select, other {.} more {: {detail}.}}`,
      'en',
    )
    return toPair(detailed, parse(problemCatalogs[language][code as keyof typeof problems], language))
  })
  const ofFields = Object.entries(kinds).flatMap(([name, kind]) => {
    const texts = listTitles(withTexts(kind, fieldCatalogs[language][name]))
    return listTitles(kind).map((title, index) => ({
      english: [[title]],
      translated: [[texts[index] ?? title]],
      words: wordsIn(title),
    }))
  })
  const ofCatalogs = [...from].flatMap(([path, message]) => {
    const [english, translated] = [parse(message, 'en'), parse(to.get(path) ?? message, language)]
    // A link in a message is an element of its own.
    const links = english.flatMap((tag) => {
      const same = translated.find((one) => 'children' in one && 'children' in tag && one.value === tag.value)
      return 'children' in tag && same !== undefined && 'children' in same ? [toPair(tag.children, same.children)] : []
    })
    return [toPair(english, translated), ...links]
  })
  const ofReasons = Object.entries(reasons).map(([reason, code]) => ({
    english: [[{ value: 'input' }, reason]],
    translated: toPair([], parse(problemCatalogs[language][code], language)).translated,
    words: wordsIn(reason),
  }))
  const [countriesOf, countriesTo] = ['en', language].map((one) => new Intl.DisplayNames([one], { type: 'region' }))
  const ofCountries = ['TZ', 'KE', 'UG', 'RW', 'BI'].map((code) => ({
    english: [[countriesOf?.of(code) ?? code]],
    translated: [[countriesTo?.of(code) ?? code]],
    words: wordsIn(countriesOf?.of(code) ?? code),
  }))
  return [...ofCatalogs, ...ofProblems, ...ofReasons, ...ofFields, ...ofCountries]
}

/** The labels of the settings and secrets of a provider, in the order of its schema. */
const listTitles = ({ settings, secrets }: KindDescription): readonly string[] => [
  ...titlesIn(settings.properties),
  ...secrets.map(({ title }) => title),
]
const titlesIn = (settings: DescribedSettings): readonly string[] =>
  Object.values(settings).flatMap(({ title, properties = {} }) => [title, ...titlesIn(properties)])

export const wordsIn = (text: string) => text.toLowerCase().match(/\p{L}{2,}/gu) ?? []

export const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
/** Any white space, quotes of any kind, and numbers with the separators of any language. */
export const loose = (text: string) =>
  escaped(text)
    .replace(/(?<=\d)\\?[,.\s](?=\d)/g, '[,.\\s]?')
    .replace(/\s+/g, '\\s+')
    // French has a space before these.
    .replace(/[:%]/g, '\\s?$&')
    .replace(/['’]/g, "['’]")

/** Matches the ends of a text, and the text itself. */
export const endOf = (text: string) =>
  [...text].reduce((inner, one) => `(?:${inner}${loose(one).replace('\\s+', '\\s')})?`, '')
export const beginOf = (text: string) =>
  [...text].reduceRight((inner, one) => `(?:${loose(one).replace('\\s+', '\\s')}${inner})?`, '')

export const lettersIn = (text: string) => text.replace(/[^\p{L}]/gu, '').length

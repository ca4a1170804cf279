import { createElement, Fragment, type ReactNode } from 'react'
import { createFill, type Values } from '../../src/catalogs/fill.ts'
import { createFormat } from '../../src/catalogs/message.ts'
import { defaultLanguage, isLanguage, type Language, matchLanguage } from '../../src/values/languages.ts'
import type { Catalog, EnglishCatalog } from './catalogs/catalog.ts'

/**
 * The texts of the dashboard in the language of the user: `t.home.title`, or `fill(t.send.confirm, { count: 3 })` for
 * one with values. Every module may use them, also outside of components: modules wait here until the catalog has been
 * loaded. Another language reloads the page.
 */

const catalogs: Readonly<Record<Language | 'en-XA', () => Promise<{ readonly catalog: Catalog }>>> = {
  en: () => import('./catalogs/en/index.ts'),
  sw: () => import('./catalogs/sw/index.ts'),
  fr: () => import('./catalogs/fr/index.ts'),
  'en-XA': () => import('./catalogs/pseudo.ts'),
}

const languageKey = 'ngoma.language'

/** The language of the user, as this browser remembers it; null until one was chosen. */
function readChoice(): string | null {
  try {
    return localStorage.getItem(languageKey)
  } catch {
    return null
  }
}

/** Shows the dashboard in another language; null follows the browser. */
export function chooseLanguage(chosen: Language | null): void {
  if (chosen === readChoice()) return
  if (chosen === null) localStorage.removeItem(languageKey)
  else localStorage.setItem(languageKey, chosen)
  if ((chosen ?? browserLanguage()) !== language) location.reload()
}

const browserLanguage = (): Language => matchLanguage(navigator.languages) ?? defaultLanguage

const choice = readChoice()
const isPseudo = choice === 'en-XA'
export const language: Language = isLanguage(choice) ? choice : browserLanguage()
/** With the user's region, where the browser names one for this language: it decides how dates are written. */
export const locale: string = navigator.languages.find((tag) => matchLanguage([tag]) === language) ?? language

if (typeof document !== 'undefined') document.documentElement.lang = language

/** Tests choose the catalog with accents. */
export const catalogName = isPseudo ? 'en-XA' : language
export const t = (await catalogs[catalogName]()).catalog as EnglishCatalog

export const fill = createFill(locale)

const format = createFormat(locale)

type Wrap = (children: ReactNode) => ReactNode

const wrap = (children: readonly ReactNode[]) => createElement(Fragment, null, ...children)

/** Like `fill`, with elements: as values, or around a part of the message. `<link>` is wrapped by the value `link`. */
export function rich<Message extends string>(
  message: Message,
  values: Readonly<Record<keyof Values<Message>, ReactNode> & Record<string, ReactNode | Wrap>>,
): ReactNode {
  return wrap(format<ReactNode>(message, values, wrap))
}

/** The text for a word of the API, such as a status; the word itself when the catalog does not know it. */
export const wordFor = (texts: Readonly<Record<string, string>>, word: string): string => texts[word] ?? word

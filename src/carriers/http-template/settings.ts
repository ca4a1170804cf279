import {
  anything,
  choice,
  converted,
  group,
  list,
  nullable,
  pairs,
  problem,
  type Setting,
  type Settings,
  text,
} from '../settings.ts'
import { fillRequest, type Method, methods, type RequestTemplate, type Values } from './fill.ts'
import type { CheckUrl } from './send.ts'

/** The settings that all providers with request templates share. */

const pathForm = { 'x-expected': 'a path such as data.status' }

/** A path such as `data.status`; empty when not given. */
export const path = (title: string, description: string) => text(title, description, { ...pathForm, default: '' })

export const requiredPath = (title: string, description: string) => text(title, description, pathForm)

type Value = string | number | boolean

/** The values in a response that mean a state. */
export const values = (title: string, description: string, why?: string) =>
  list<Value>(
    title,
    description,
    { type: ['string', 'number', 'boolean'], 'x-expected': 'a string, number or boolean' },
    why === undefined ? {} : { minItems: 1, 'x-missing': why },
  )

/** Maps response values to states. `http:404` is the status of the response itself. */
export const states = <State extends string>(
  description: string,
  of: Readonly<Record<State, Setting<readonly Value[]>>>,
): Setting<ReadonlyMap<string, State>> =>
  converted(group('States', description, of), (given, under) => {
    const meanings = new Map<string, State>()
    for (const [state, listed] of Object.entries(given) as [State, readonly Value[]][]) {
      for (const one of listed.map(String)) {
        if (meanings.has(one))
          throw problem(`${under}: ${JSON.stringify(one)} cannot mean both ${meanings.get(one)} and ${state}`)
        meanings.set(one, state)
      }
    }
    return meanings
  })

/** `placeholders` names some of them, such as `{phone} and {text}`. `own` are the settings of this request only. */
export const request = <const Own extends Settings>(
  title: string,
  description: string,
  placeholders: string,
  own: Own,
) =>
  converted(
    group(title, description, {
      url: text('URL', `May contain placeholders such as ${placeholders}.`),
      method: nullable(choice('Method', 'Default: POST with a body, otherwise GET.', methods)),
      headers: pairs('Headers', 'May contain placeholders.'),
      body: anything('Body', 'A text, or an object that is sent as JSON. May contain placeholders.'),
      ...own,
    }),
    (given, under) => {
      const { url, headers, body }: Omit<RequestTemplate, 'method'> = given
      const method: Method = given.method ?? (body === undefined ? 'GET' : 'POST')
      if (/^https?:\/\/[^/?#]*\{/i.test(url)) throw problem(`${under}.url must not have a placeholder in its host`)
      if (method === 'GET' && body !== undefined) throw problem(`${under}.body cannot be sent with GET`)
      for (const [name, value] of Object.entries(headers)) {
        if (!/^[A-Za-z0-9-]+$/.test(name) || !/^[\x20-\x7e]*$/.test(value))
          throw problem(`${under}.headers.${name} is not a valid header`)
      }
      return { ...given, method }
    },
  )

/**
 * Fills requests with sample values and returns their URLs. So an unknown placeholder is found when the settings are
 * saved, not with the first request. Null is a request without settings.
 */
export const tryFill = (
  requests: readonly (readonly [name: string, template: RequestTemplate | null, values: Values])[],
): string[] =>
  requests.flatMap(([name, template, values]) => {
    try {
      return template === null ? [] : [readUrl(fillRequest(template, values).url)]
    } catch (error) {
      throw problem(`${name}: ${(error as Error).message}`)
    }
  })

export const sampleSecrets = (names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, 'x']))

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw problem('the URL must begin with http:// or https://')
  if (url.username !== '' || url.password !== '')
    throw problem('the URL must not contain a user name or password; put them into a header, as a secret')
  return url.href
}

/** Throws a SettingsProblem unless requests to all URLs are allowed. */
export async function checkUrls(checkUrl: CheckUrl, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const checked = await checkUrl(url)
    if (!checked.ok) throw problem(`${new URL(url).origin}: ${checked.why}`)
  }
}

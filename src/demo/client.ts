import type { App } from '../app.ts'
import type { AnswerOf, ConsoleRoute, RequestOf, UploadRoute } from '../contract/console/index.ts'
import type { PublicAnswer, PublicRequest, PublicRoute } from '../contract/public/index.ts'
import { addressOf, callOf, isOfAccountApi, type Method, type Param, splitRoute } from '../values/address.ts'
import { fromWire, toWire } from '../values/wire-names.ts'
import { owner, password, shopKey } from './credentials.ts'

type Headers = Readonly<Record<string, string>>

/** Calls the console in this process. An error response is thrown, because the demo data must be complete. */
export type Ask = <Route extends ConsoleRoute>(route: Route, request: RequestOf<Route>) => Promise<AnswerOf<Route>>

export interface Clients {
  /** The console with operator rights, as for the command line. */
  readonly operator: Ask
  /** The console as the signed-in owner of the shop. */
  readonly owner: Ask
  /** The public API with the key of the shop. */
  shop<Route extends PublicRoute>(route: Route, request: PublicRequest<Route>): Promise<PublicAnswer<Route>>
  /** Uploads a CSV file to the console. */
  upload<Route extends UploadRoute>(route: Route, request: RequestOf<Route>, csv: string): Promise<AnswerOf<Route>>
  /** Opens the short link in a text, if it has one. */
  click(text: string): Promise<void>
  /** Opens the page of a checkout session and submits one of its forms. */
  answerCheckout(src: string, action: 'pay' | 'cancel'): Promise<void>
}

/** A request to any route. */
interface Sent {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, Param>>
  readonly body?: unknown
}

export async function openClients({ http, controlHeaders }: App): Promise<Clients> {
  async function inject(method: Method, url: string, headers: Headers, payload?: string) {
    const response = await http.inject({ method, url, headers: { ...headers }, payload })
    if (response.statusCode >= 400)
      throw new Error(`${method} ${url} was answered ${response.statusCode}: ${response.body}`)
    return response
  }

  const read = (text: string) => (text === '' ? null : JSON.parse(text))
  const send = async (method: Method, url: string, headers: Headers, sent?: unknown) => {
    const body = sent === undefined ? undefined : JSON.stringify(sent)
    const type: Headers = body === undefined ? {} : { 'content-type': 'application/json' }
    return read((await inject(method, url, { ...type, ...headers }, body)).body)
  }
  const askAs = (identity: Headers) => async (route: ConsoleRoute, request: Sent) => {
    const call = callOf(route, request)
    const headers = { ...call.headers, ...identity }
    if (!isOfAccountApi(route)) return send(call.method, call.url, headers, request.body)
    return fromWire(await send(call.method, call.url, headers, toWire(request.body)))
  }

  const { apiKey, secret } = shopKey
  const authorization = `Basic ${Buffer.from(`${apiKey}:${secret}`).toString('base64')}`

  const credentials = JSON.stringify({ email: owner.email, password })
  const json = { 'content-type': 'application/json' }
  const signIn = await inject('POST', '/console/v1/auth/sign-in/email', json, credentials)
  const cookie = signIn.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')

  return {
    operator: askAs(controlHeaders) as Ask,
    owner: askAs({ cookie }) as Ask,
    shop(route, { body, query }: { readonly body?: unknown; readonly query?: unknown }) {
      const { method, pattern } = splitRoute(route)
      return send(method, addressOf(pattern, { query: query as Sent['query'] }), { authorization }, body)
    },
    async upload(route, request: Sent, csv) {
      const { method, url, headers } = callOf(route, request)
      const all = { 'content-type': 'text/csv', ...headers, ...controlHeaders }
      return fromWire(read((await inject(method, url, all, csv)).body)) as never
    },
    async click(text) {
      const path = /\/l\/\w+/.exec(text)?.[0]
      if (path !== undefined) await inject('GET', path, {})
    },
    async answerCheckout(src, action) {
      const path = new URL(src).pathname
      const page = await inject('GET', path, {})
      const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      await inject('POST', `${path}/${action}`, form, `token=${token}`)
    },
  }
}

/** Lets tests name the routes of an account by one path, `/accounts/1/messages`, in the console and the account API. */
import { accountApiRoutes } from '../src/contract/account/index.ts'
import { fromAnswer, toWire } from '../src/values/wire-names.ts'

const consoleRoot = '/console/v1'
const patterns = Object.keys(accountApiRoutes).map((route) => {
  const [method = '', pattern = ''] = route.split(' ')
  return { method, path: new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`) }
})

interface TestCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body with the names of the wire. */
  readonly write: (body: unknown) => unknown
  /** An answer with the names of the contract. */
  readonly read: (answer: unknown) => unknown
}

const same = (value: unknown) => value

/** The request for a path of the console, or of an account. */
export function callFor(method: string, given: string): TestCall {
  const path = given.startsWith(consoleRoot) ? given.slice(consoleRoot.length) : given
  const [, account = '', rest = ''] = /^\/accounts\/([^/?]*)(\/[^?]*.*)$/s.exec(path) ?? []
  const [pathname = '', search] = `/v2${rest}`.split('?', 2)
  const isOfAccount = patterns.some(
    (one) => (method === 'HEAD' ? 'GET' : method) === one.method && one.path.test(pathname),
  )
  if (path.startsWith('/v2/')) return { url: path, headers: {}, write: toWire, read: fromAnswer }
  if (!isOfAccount) return { url: consoleRoot + path, headers: {}, write: same, read: same }
  const names = search?.replace(
    /(^|&)(\w+)(?==)/g,
    (_, start, name) => start + Object.keys(toWire({ [name]: 0 }) as object)[0],
  )
  return {
    url: pathname + (names === undefined ? '' : `?${names}`),
    headers: { 'ngoma-account': account },
    write: toWire,
    read: fromAnswer,
  }
}

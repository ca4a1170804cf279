import type { Provider } from '../contract/console/providers.ts'

/** How a provider reaches this server, in texts. */

interface CallbackUrl {
  readonly label: 'Callbacks' | 'Messages'
  readonly what: string
  readonly url: string
  /** Requests to the provider carry the URL. */
  readonly isSent: boolean
}

type Called = Pick<Provider, 'product' | 'kind' | 'settings' | 'callbackUrl'>

function urlsOf({ product, kind, settings, callbackUrl }: Called): readonly CallbackUrl[] {
  if (callbackUrl === null) return []
  const isSent = kind === 'mpesa' || JSON.stringify(settings).includes('{callback_url}')
  const callbacks = { label: 'Callbacks', what: 'its callbacks', url: callbackUrl, isSent } as const
  if (product !== 'chat' || kind !== 'http' || !settings.messages) return [callbacks]
  const url = `${callbackUrl}/messages`
  const messages = { label: 'Messages', what: 'messages of people', url, isSent: false } as const
  return settings.receipts ? [callbacks, messages] : [messages]
}

const isReachable = (url: string) => !url.startsWith('/')

export const callbackLines = (provider: Called): readonly (readonly [label: string, text: string])[] =>
  urlsOf(provider).map(({ label, url }) => [
    label,
    isReachable(url) ? url : `${url} (set NGOMA_PUBLIC_URL: the provider needs the whole URL)`,
  ])

/** The next steps of an operator who saved a provider; empty without any. */
export function describeNextSteps(provider: Called): string {
  const urls = urlsOf(provider)
  const steps = urls
    .filter(({ url, isSent }) => isReachable(url) && !isSent)
    .map(({ what, url }) => `Give this URL to the provider for ${what}: ${url}`)
  const effect = provider.kind === 'mpesa' ? 'M-Pesa takes no payments' : 'the provider cannot report results'
  const missing = urls.every(({ url }) => isReachable(url))
    ? []
    : [
        `NGOMA_PUBLIC_URL is not set, so ${effect}. Set it to the public address of the server, and restart the server. "ngoma provider show" then shows the whole callback URL.`,
      ]
  return [...steps, ...missing].map((step) => `\n\n${step}`).join('')
}

import { useEffect } from 'react'
import { queryClient } from './data.ts'

/** What a hint of the server makes worth asking for again: the last parts of paths of an account. */
const concerned: Readonly<Record<string, readonly string[]>> = {
  messages: ['messages', 'requests', 'overview', 'phones', 'scheduled', 'balances', 'statement', 'otp'],
  inbound: ['inbound', 'phones', 'optouts'],
  events: ['events', 'overview'],
  imports: ['imports', 'books', 'contacts'],
}

/** Listens to what happens in an account, and asks again for what is shown of it. The browser connects again by itself. */
export function useLive(account: { readonly path: string } | null): void {
  const path = account?.path ?? null
  useEffect(() => {
    if (path === null) return
    const source = new EventSource(`/console/v1${path}/live`)
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      const parts = (JSON.parse(data) as string[]).flatMap((topic) => concerned[topic] ?? [])
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [asked] }) => parts.some((part) => String(asked).startsWith(`${path}/${part}`)) || (parts.length > 0 && asked === '/queues'),
      })
    })
    return () => source.close()
  }, [path])
}

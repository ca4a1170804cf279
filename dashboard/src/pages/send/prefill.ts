import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAsk } from '../../data.ts'
import type { Account } from '../../session.tsx'
import type { Draft } from './draft.ts'

interface Prefill {
  readonly change: (part: Partial<Draft>) => void
  readonly offerText: (text: string) => void
}

/** Applies the parameters of the address once, then removes them, so that a reload keeps later input. */
export function usePrefill(account: Account, { change, offerText }: Prefill): Error | null {
  const { book, segment, template, to } = useSearch({ strict: false }) as Readonly<
    Partial<Record<'book' | 'segment' | 'template' | 'to', string>>
  >
  const navigate = useNavigate()
  const books = useAsk(
    'GET /v2/books/:book',
    { path: { account: account.id, book: book ?? 0 } },
    { enabled: book !== undefined },
  )
  const segments = useAsk(
    'GET /v2/segments/:segment',
    { path: { account: account.id, segment: segment ?? 0 } },
    { enabled: segment !== undefined },
  )
  const templates = useAsk(
    'GET /v2/templates/:template',
    { path: { account: account.id, template: template ?? 0 } },
    { enabled: template !== undefined },
  )
  const isGiven = [book, segment, template, to].some((one) => one !== undefined)
  const isLoaded =
    (book === undefined || books.data !== undefined) &&
    (segment === undefined || segments.data !== undefined) &&
    (template === undefined || templates.data !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when everything has loaded
  useEffect(() => {
    if (!isGiven || !isLoaded) return
    if (to !== undefined) change({ to: 'numbers', numbers: to })
    if (books.data) change({ to: 'book', book: { id: books.data.id, name: books.data.name } })
    if (segments.data) change({ to: 'segment', segment: { id: segments.data.id, name: segments.data.name } })
    if (templates.data) offerText(templates.data.text)
    void navigate({ to: '.', search: {}, replace: true } as never)
  }, [isGiven, isLoaded])
  return books.error ?? segments.error ?? templates.error
}

import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { keep, readKept } from '../../parts/kept.ts'
import type { NumberFile } from './numbers.ts'

/** What somebody is writing. It outlives a reload, and a session that ended in the middle of it. */
export interface Draft {
  readonly sender: string
  readonly to: 'numbers' | 'file' | 'book'
  readonly numbers: string
  readonly book: { readonly id: number; readonly name: string } | null
  readonly text: string
  readonly campaign: string
  readonly isLater: boolean
  /** As the field has it: a time where the person is. */
  readonly later: string
}

const emptyDraft: Draft = {
  sender: '',
  to: 'numbers',
  numbers: '',
  book: null,
  text: '',
  campaign: '',
  isLater: false,
  later: '',
}

const nameOf = (accountId: number) => `ngoma.draft.${accountId}`

export function useDraft(accountId: number) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(accountId))
  /** Not kept: a file may be large, and whoever has it can choose it again. */
  const [file, setFile] = useState<NumberFile | null>(null)
  // Not for every letter, since it may be long; and before the page goes.
  const write = useDebouncedCallback((now: Draft) => keep(nameOf(accountId), JSON.stringify(now)), {
    delay: 300,
    flushOnUnmount: true,
  })
  useEffect(() => write(draft), [write, draft])
  useWindowEvent('pagehide', () => write.flush())
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  /** Once it is sent. What was changed meanwhile is the next one. */
  const clear = (sent: Draft) => {
    if (sent !== draft) return
    const next = { ...emptyDraft, sender: sent.sender }
    // At once: whoever went to another page meanwhile would find it again, and send it again.
    keep(nameOf(accountId), JSON.stringify(next))
    setDraft(next)
    setFile(null)
  }
  return { draft, file, change, setFile, clear }
}

function readDraft(accountId: number): Draft {
  try {
    return { ...emptyDraft, ...JSON.parse(readKept(nameOf(accountId)) ?? '{}') }
  } catch {
    return emptyDraft
  }
}

import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { keep, readKept } from '../../parts/kept.ts'
import type { NumberFile } from './numbers.ts'

/** A chosen address book or segment. */
export interface Named {
  readonly id: number
  readonly name: string
}

/** The message being written. It survives a reload and the end of the session. */
export interface Draft {
  readonly sender: string
  readonly to: 'numbers' | 'file' | 'book' | 'segment'
  readonly numbers: string
  readonly book: Named | null
  readonly segment: Named | null
  readonly text: string
  /** Values of placeholders, by name. */
  readonly variables: Readonly<Record<string, string>>
  /** Null for the setting of the account. */
  readonly isSmart: boolean | null
  readonly campaign: string
  readonly isLater: boolean
  /** The value of the field, in local time. */
  readonly later: string
}

const emptyDraft: Draft = {
  sender: '',
  to: 'numbers',
  numbers: '',
  book: null,
  segment: null,
  text: '',
  variables: {},
  isSmart: null,
  campaign: '',
  isLater: false,
  later: '',
}

const nameOf = (accountId: number) => `ngoma.draft.${accountId}`

export function useDraft(accountId: number) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(accountId))
  /** Not stored, because a file may be large and can be chosen again. */
  const [file, setFile] = useState<NumberFile | null>(null)
  // Debounced, because the draft may be long; flushed before the page unloads.
  const write = useDebouncedCallback((now: Draft) => keep(nameOf(accountId), JSON.stringify(now)), {
    delay: 300,
    flushOnUnmount: true,
  })
  useEffect(() => write(draft), [write, draft])
  useWindowEvent('pagehide', () => write.flush())
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  /** Clears the sent draft, unless it has changed meanwhile: then it is the next one. */
  const clear = (sent: Draft) => {
    if (sent !== draft) return
    const next = { ...emptyDraft, sender: sent.sender }
    // Stored at once: a user who has left the page would otherwise find the sent draft again.
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

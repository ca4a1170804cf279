import { useEffect, useState } from 'react'
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

const emptyDraft: Draft = { sender: '', to: 'numbers', numbers: '', book: null, text: '', campaign: '', isLater: false, later: '' }

const keyOf = (accountId: number) => `ngoma.draft.${accountId}`

export function useDraft(accountId: number) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(accountId))
  /** Not kept: a file may be large, and whoever has it can choose it again. */
  const [file, setFile] = useState<NumberFile | null>(null)
  useEffect(() => sessionStorage.setItem(keyOf(accountId), JSON.stringify(draft)), [accountId, draft])
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const clear = () => {
    setDraft((before) => ({ ...emptyDraft, sender: before.sender }))
    setFile(null)
  }
  return { draft, file, change, setFile, clear }
}

function readDraft(accountId: number): Draft {
  try {
    return { ...emptyDraft, ...JSON.parse(sessionStorage.getItem(keyOf(accountId)) ?? '{}') }
  } catch {
    return emptyDraft
  }
}

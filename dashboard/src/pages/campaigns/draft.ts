import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type { Campaign, CampaignChange } from '../../../../src/contract/account/campaigns.ts'
import { linkPattern } from '../../../../src/values/placeholders.ts'
import { ask } from '../../api.ts'
import { queryClient, queryFor, refresh } from '../../data.ts'
import type { Account } from '../../session.tsx'
import { fill, locale, t } from '../../text.ts'

const examplePattern = /(^|\.)example\.(com|org|net)$/

/** The error of the first bad link in a text; null without one. */
export function linkProblemIn(text: string): string | null {
  for (const [, written = ''] of text.matchAll(linkPattern)) {
    const link = written.trim()
    const url = URL.canParse(link) && !/\s/.test(link) ? new URL(link) : null
    if (url === null || !/^https?:$/.test(url.protocol)) return fill(t.composer.linkInvalid, { link })
    if (examplePattern.test(url.hostname)) return fill(t.composer.linkExample, { link })
  }
  return null
}

const noLists = { bookIds: [], segmentIds: [], contactIds: [] }
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

const newSettings = (): Settings => ({
  name: fill(t.composer.nameDefault, { date: dates.format(new Date()) }),
  from: '',
  text: '',
  audience: { ...noLists, exclude: { bookIds: [], segmentIds: [], numbers: [] } },
  uniqueLinks: false,
  schedule: null,
  sendWindow: null,
  pace: null,
})

const settingsOf = ({ name, from, text, audience, uniqueLinks, schedule, sendWindow, pace }: Campaign): Settings => ({
  ...{ name, from, text, audience, uniqueLinks, schedule, sendWindow, pace },
})

export interface Draft {
  readonly settings: Settings
  /** The saved campaign; null until the first change. */
  readonly campaign: Campaign | null
  readonly isSaving: boolean
  readonly error: Error | null
  readonly change: (part: Partial<Settings>) => void
  /** Fills in a default, which alone is not worth a draft. */
  readonly fillIn: (part: Partial<Settings>) => void
  /** Saves at once. Throws like `ask`. */
  readonly save: () => Promise<Campaign>
  /** A null file removes the file. */
  readonly setFile: (file: File | null) => Promise<void>
  /** Changes with every upload. */
  readonly uploads: number
}

const saveAfterMs = 500

/** A draft that is saved while the user works on it. */
export function useDraft(account: Account, opened: Campaign | null, onCreated: (id: number) => void): Draft {
  const [settings, setSettings] = useState(() => (opened === null ? newSettings() : settingsOf(opened)))
  const [campaign, setCampaign] = useState(opened)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [uploads, setUploads] = useState(0)
  const latest = useRef(settings)
  const stored = useRef({ campaign: opened, settings })
  const running = useRef<Promise<Campaign> | null>(null)

  function store(answer: Campaign, saved: Settings): void {
    stored.current = { campaign: answer, settings: saved }
    setCampaign(answer)
    const { queryKey } = queryFor('GET /v2/campaigns/:campaign', { path: { account: account.id, campaign: answer.id } })
    queryClient.setQueryData(queryKey, answer)
  }

  async function saveAll(): Promise<Campaign> {
    setSaving(true)
    setError(null)
    try {
      for (;;) {
        const wanted = latest.current
        const { campaign: before, settings: saved } = stored.current
        const body = changeOf(saved, wanted)
        if (before !== null && Object.keys(body).length === 0) return before
        const answer =
          before === null
            ? await ask('POST /v2/campaigns', { path: { account: account.id }, body: wanted })
            : await ask('PUT /v2/campaigns/:campaign', { path: { account: account.id, campaign: before.id }, body })
        store(answer, wanted)
        if (before === null) onCreated(answer.id)
      }
    } catch (problem) {
      setError(problem as Error)
      throw problem
    } finally {
      setSaving(false)
    }
  }

  function save(): Promise<Campaign> {
    running.current ??= saveAll().finally(() => {
      running.current = null
    })
    return running.current
  }
  const saveSoon = useDebouncedCallback(() => void save().catch(() => {}), { delay: saveAfterMs, flushOnUnmount: true })

  function fillIn(part: Partial<Settings>): void {
    latest.current = { ...latest.current, ...part }
    setSettings(latest.current)
  }

  return {
    ...{ settings, campaign, isSaving, error, fillIn, save, uploads },
    change(part) {
      fillIn(part)
      saveSoon()
    },
    async setFile(file) {
      const { id } = await save()
      const path = { account: account.id, campaign: id }
      if (file === null) await ask('DELETE /v2/campaigns/:campaign/file', { path })
      else await ask('PUT /v2/campaigns/:campaign/file', { path, query: { name: file.name } }, { file })
      // Settings that changed meanwhile are not saved yet.
      store(await ask('GET /v2/campaigns/:campaign', { path }), stored.current.settings)
      setUploads((count) => count + 1)
      await refresh(`${account.path}/campaigns`)
    },
  }
}

/** Whether the campaign has recipients to choose from. */
export const hasAudience = ({
  audience: { bookIds, segmentIds, contactIds },
  file,
}: Pick<Campaign, 'audience' | 'file'>) => bookIds.length + segmentIds.length + contactIds.length > 0 || file !== null

/** The settings that the composer changes. */
export type Settings = Pick<
  Campaign,
  'name' | 'from' | 'text' | 'audience' | 'uniqueLinks' | 'schedule' | 'sendWindow' | 'pace'
>

/** The settings that differ: others may have been changed elsewhere. A name is required, so an emptied one stays. */
export function changeOf(saved: Settings, wanted: Settings): CampaignChange {
  const names = Object.keys(wanted) as (keyof Settings)[]
  const changed = names.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(saved[name]))
  const kept = changed.filter((name) => name !== 'name' || wanted.name.trim() !== '')
  return Object.fromEntries(kept.map((name) => [name, wanted[name]]))
}

import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { NewCampaign } from '../../../../src/contract/account/campaigns.ts'
import { csvLine } from '../../../../src/values/csv.ts'
import { ask, Unreachable } from '../../api.ts'
import { useChange } from '../../data.ts'
import { timeZone, toIso } from '../../parts/formats.ts'

import { Problem } from '../../parts/problem.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, locale, t } from '../../text.ts'
import type { Draft } from './draft.ts'
import { type NumberFile, readNumbers } from './numbers.ts'
import { listNamed, listVariables } from './request.ts'

const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

/** Values of the form become part of the text: a campaign has no form for them. */
function textOf(draft: Draft, file: NumberFile | null): string {
  const names = listVariables(draft, file)
  return draft.text.replaceAll(/\{(\w+)(?:\|([^{}]*))?\}/g, (written, name: string, fallback?: string) => {
    if (!names.includes(name.toLowerCase())) return written
    return draft.variables[name.toLowerCase()]?.trim() || (fallback ?? written)
  })
}

function settingsOf(draft: Draft, file: NumberFile | null): NewCampaign {
  const { to, book, segment, sender, campaign: title, isSmart, isLater, later } = draft
  return {
    name: title.trim() || fill(t.composer.nameDefault, { date: dates.format(new Date()) }),
    from: sender,
    text: textOf(draft, file),
    audience: {
      bookIds: to === 'book' && book !== null ? [book.id] : [],
      segmentIds: to === 'segment' && segment !== null ? [segment.id] : [],
    },
    smartEncoding: isSmart,
    schedule: isLater && toIso(later) !== undefined ? { at: later, zone: timeZone } : null,
  }
}

/** Numbers that are not from contacts become the file of the campaign. */
function listOf(
  { to, numbers, text }: Draft,
  file: NumberFile | null,
): { readonly name: string; readonly rows: string[][] } {
  if (to === 'file' && file !== null) {
    const named = listNamed(file, text)
    const rows = file.recipients.map(({ number, values }) => [number, ...named.map(({ place }) => values[place] ?? '')])
    return { name: file.name, rows: [['phone', ...named.map(({ key }) => key)], ...rows] }
  }
  const typed = to === 'numbers' ? readNumbers(numbers) : []
  return { name: 'numbers.csv', rows: typed.length === 0 ? [] : [['phone'], ...typed.map((one) => [one])] }
}

/** Opens the message as a draft of a campaign, which has a preview, progress and results. */
export function MakeCampaign({ draft, file }: { readonly draft: Draft; readonly file: NumberFile | null }) {
  const { id: account, path } = useThisAccount()
  const navigate = useNavigate()
  /** A campaign whose file could not be uploaded, and which could not be removed. */
  const left = useRef<number | null>(null)
  const make = useChange(
    async () => {
      const body = settingsOf(draft, file)
      const saved =
        left.current === null
          ? await ask('POST /v2/campaigns', { path: { account }, body })
          : await ask('PUT /v2/campaigns/:campaign', { path: { account, campaign: left.current }, body })
      const list = listOf(draft, file)
      const path = { account, campaign: saved.id }
      try {
        if (list.rows.length > 0)
          await ask(
            'PUT /v2/campaigns/:campaign/file',
            { path, query: { name: list.name } },
            { file: new Blob([list.rows.map(csvLine).join('')]) },
          )
      } catch (problem) {
        left.current = await ask('DELETE /v2/campaigns/:campaign', { path }).then(
          () => null,
          (error: unknown) => (error instanceof Unreachable ? saved.id : null),
        )
        throw problem
      }
      return saved
    },
    {
      refreshes: [`${path}/campaigns`],
      onDone: ({ id }) =>
        void navigate({ to: `${path}/campaigns/new`, search: { draft: String(id), step: 'message' } } as never),
    },
  )
  return (
    <>
      <Button
        variant="subtle"
        loading={make.isPending}
        disabled={draft.text === ''}
        onClick={() => make.mutate(undefined)}
      >
        {t.composer.makeCampaign}
      </Button>
      <Problem error={make.error} />
    </>
  )
}

import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, locale, t } from '../../text.ts'
import type { Draft } from './draft.ts'
import { type NumberFile, readNumbers } from './numbers.ts'
import { listVariables } from './request.ts'

const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

/** Values of the form become part of the text: a campaign has no form for them. */
function textOf(draft: Draft): string {
  const names = listVariables(draft)
  return draft.text.replaceAll(/\{(\w+)\}/g, (written, name: string) =>
    names.includes(name.toLowerCase()) ? (draft.variables[name.toLowerCase()] ?? '') : written,
  )
}

/** Opens the message as a draft of a campaign, which has a preview, progress and results. */
export function MakeCampaign({ draft, file }: { readonly draft: Draft; readonly file: NumberFile | null }) {
  const { id: account, path } = useThisAccount()
  const navigate = useNavigate()
  const make = useChange(
    async () => {
      const { to, book, segment, sender, campaign: title } = draft
      const created = await ask('POST /v2/campaigns', {
        path: { account },
        body: {
          name: title.trim() || fill(t.composer.nameDefault, { date: dates.format(new Date()) }),
          from: sender,
          text: textOf(draft),
          audience: {
            bookIds: to === 'book' && book !== null ? [book.id] : [],
            segmentIds: to === 'segment' && segment !== null ? [segment.id] : [],
          },
        },
      })
      const numbers = to === 'file' ? (file?.numbers ?? []) : to === 'numbers' ? readNumbers(draft.numbers) : []
      if (numbers.length > 0)
        await ask(
          'PUT /v2/campaigns/:campaign/file',
          { path: { account, campaign: created.id }, query: { name: file?.name ?? 'numbers.csv' } },
          { file: new Blob([['phone', ...numbers.map((one) => one.replaceAll(/[",]/g, ''))].join('\n')]) },
        )
      return created
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

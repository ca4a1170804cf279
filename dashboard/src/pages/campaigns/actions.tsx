import { useNavigate } from '@tanstack/react-router'
import type { Campaign } from '../../../../src/contract/account/campaigns.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import type { Confirmation } from '../../parts/confirm.ts'
import { sayDone } from '../../parts/done.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

const nameMax = 255

/** Copies a campaign as a draft, and opens it. The server keeps no file after the end of a campaign. */
export function useDuplicate() {
  const { id: account, path } = useThisAccount()
  const navigate = useNavigate()
  return useChange(
    async ({
      name,
      from,
      text,
      audience,
      uniqueLinks,
      smartEncoding,
      flash,
      sendWindow,
      validity,
      pace,
      ...rest
    }: Campaign) => ({
      hadFile: rest.file !== null,
      copy: await ask('POST /v2/campaigns', {
        path: { account },
        body: {
          ...{ from, text, audience, uniqueLinks, smartEncoding, flash, sendWindow, validity, pace },
          name: fill(t.campaigns.copyName, { name }).slice(0, nameMax),
          replyHours: rest.replyHours,
        },
      }),
    }),
    {
      refreshes: [`${path}/campaigns`],
      onDone: ({ copy, hadFile }) => {
        sayDone(hadFile ? t.campaigns.duplicatedWithoutFile : t.campaigns.duplicated)
        void navigate({ to: `${path}/campaigns/new`, search: { draft: String(copy.id) } } as never)
      },
    },
  )
}

export function useRemoval(): (campaign: Campaign) => Confirmation {
  const { id: account, path } = useThisAccount()
  return ({ id, name }) => ({
    title: fill(t.campaigns.deleteTitle, { name }),
    warning: t.campaigns.deleteWarning,
    submit: t.campaigns.delete,
    run: () => ask('DELETE /v2/campaigns/:campaign', { path: { account, campaign: id } }),
    refreshes: [`${path}/campaigns`],
    done: fill(t.campaigns.deleted, { name }),
  })
}

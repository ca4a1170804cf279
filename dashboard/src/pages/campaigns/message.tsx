import { Anchor, Checkbox, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ProblemCode } from '../../../../src/values/problems.ts'
import { Refused } from '../../api.ts'
import { useAsk } from '../../data.ts'
import { useFields } from '../../parts/account-settings.ts'
import { MessageText } from '../../parts/message-text.tsx'
import { ServerSelect } from '../../parts/server-select.tsx'
import { useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { type Draft, linkProblemIn } from './draft.ts'

/** Fills in the first active sender ID. */
export function useFirstSender({ settings, fillIn }: Draft) {
  const account = useThisAccount()
  const asked = useAsk('GET /v2/senders', { path: { account: account.id }, query: { status: 'active', limit: 1 } })
  const first = asked.data?.data[0]?.sender
  useEffect(() => {
    if (settings.from === '' && first !== undefined) fillIn({ from: first })
  })
  return { hasNone: asked.data?.data.length === 0 }
}

const textProblems: readonly (ProblemCode | null)[] = ['invalid_link', 'too_many_links', 'unknown_placeholder']

const textRefusal = (error: Error | null) =>
  error instanceof Refused && textProblems.includes(error.code) ? error.message : null

/** The sender and the text. */
export function MessageStep({ draft, hasNoSender }: { readonly draft: Draft; readonly hasNoSender: boolean }) {
  const account = useThisAccount()
  const { settings, campaign, change } = draft
  const { bookIds, segmentIds, contactIds } = settings.audience
  const columns = campaign?.file?.columns ?? []
  const hasContacts = bookIds.length + segmentIds.length + contactIds.length > 0
  const fields = useFields()
  const { data: own } = useAsk('GET /v2/account', { path: { account: account.id } })
  return (
    <Stack gap="md">
      <ServerSelect
        label={t.composer.from}
        description={t.composer.fromAbout}
        placeholder={t.composer.noSender}
        route="GET /v2/senders"
        path={{ account: account.id }}
        query={{ status: 'active' }}
        labelOf={({ sender }) => sender}
        idOf={({ sender }) => sender}
        value={settings.from === '' ? null : settings.from}
        onChange={(sender) => change({ from: sender ?? '' })}
        allowDeselect={false}
      />
      {hasNoSender && (
        <Text size="sm">
          <Anchor component={Link} to={`${account.path}/senders`}>
            {t.composer.requestSender}
          </Anchor>
        </Text>
      )}
      {settings.text === '' && (
        <ServerSelect
          label={t.composer.template}
          placeholder={t.composer.noTemplate}
          route="GET /v2/templates"
          path={{ account: account.id }}
          labelOf={({ title }) => title}
          idOf={({ id }) => String(id)}
          value={null}
          onChange={(_, template) => template !== null && change({ text: template.text })}
        />
      )}
      <MessageText
        label={t.composer.text}
        value={settings.text}
        onChange={(text) => change({ text })}
        customFields={[
          ...(hasContacts ? fields : []),
          ...columns.map((column) => ({ key: column, name: column })),
        ].filter(({ key }, place, all) => all.findIndex((one) => one.key === key) === place)}
        hasOnlyCustom={!hasContacts && columns.length > 0}
        hasLinks
        error={linkProblemIn(settings.text) ?? textRefusal(draft.error)}
        isSmart={campaign?.smartEncoding ?? own?.smartEncoding ?? false}
      />
      {settings.text.includes('{link ') && (
        <Checkbox
          label={t.composer.uniqueLinks}
          description={t.composer.uniqueLinksAbout}
          checked={settings.uniqueLinks}
          onChange={({ currentTarget: { checked } }) => change({ uniqueLinks: checked })}
        />
      )}
    </Stack>
  )
}

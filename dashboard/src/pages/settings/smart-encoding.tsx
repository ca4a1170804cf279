import { Skeleton, Switch } from '@mantine/core'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'

/** Whether typographic characters are replaced in messages of the account. */
export function SmartEncoding({ mayChange }: { readonly mayChange: boolean }) {
  const { id: account, path } = useThisAccount()
  const { data, error, refetch } = useAsk('GET /v2/account', { path: { account } })
  const save = useChange(
    (smartEncoding: boolean) => ask('PUT /v2/account', { path: { account }, body: { smartEncoding } }),
    {
      refreshes: [`${path}/account`],
      onDone: ({ smartEncoding }) => sayDone(smartEncoding ? t.settings.smartOn : t.settings.smartOff),
    },
  )
  return (
    <Section title={t.settings.smart} about={t.settings.smartAbout}>
      <Problem error={error ?? save.error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={24} />}
      {data && (
        <Switch
          label={t.settings.smartLabel}
          checked={data.smartEncoding}
          disabled={!mayChange || save.isPending}
          onChange={({ currentTarget: { checked } }) => save.mutate(checked)}
        />
      )}
    </Section>
  )
}

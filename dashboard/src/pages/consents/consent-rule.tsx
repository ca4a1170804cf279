import { Button, Group, Skeleton } from '@mantine/core'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'

/** Whether bulk messages go only to numbers with a consent. */
export function ConsentRule() {
  const account = useThisAccount()
  const path = { account: account.id }
  const { data, error, refetch } = useAsk('GET /accounts/:account/consent-rule', { path })
  const change = useChange(
    (required: boolean) => ask('PUT /accounts/:account/consent-rule', { path, body: { required } }),
    {
      refreshes: [`${account.path}/consent-rule`],
      onDone: ({ required }) => sayDone(required ? t.consents.ruleOn : t.consents.ruleOff),
    },
  )
  return (
    <Section
      title={t.consents.rule}
      about={t.consents.ruleAbout}
      action={
        data && (
          <Status value={data.required ? 'enabled' : 'off'} text={data.required ? t.consents.isOn : t.consents.isOff} />
        )
      }
    >
      <Problem error={error ?? change.error} {...(error ? { onRetry: () => void refetch() } : {})} />
      {data === undefined && error === null && <Skeleton height={36} maw={200} />}
      {data !== undefined && mayAs(account, 'owner') && (
        <Group>
          <Button variant="default" loading={change.isPending} onClick={() => change.mutate(!data.required)}>
            {data.required ? t.consents.turnOff : t.consents.turnOn}
          </Button>
        </Group>
      )}
    </Section>
  )
}

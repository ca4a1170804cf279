import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { useAccountSettings, useSettingsChange } from '../../parts/account-settings.ts'
import { confirm } from '../../parts/confirm.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** Whether bulk messages go only to numbers with a consent. */
export function ConsentRule() {
  const account = useThisAccount()
  const { data, error, refetch } = useAccountSettings()
  const change = useSettingsChange()
  const turnOn = () =>
    confirm({
      title: t.consents.turnOnTitle,
      warning: <TurnOnEffect />,
      submit: t.consents.turnOn,
      run: () => change.mutateAsync({ consentRequired: true }),
    })
  return (
    <Section
      title={t.consents.rule}
      about={t.consents.ruleAbout}
      action={
        data && (
          <Status
            value={data.consentRequired ? 'enabled' : 'off'}
            text={data.consentRequired ? t.consents.isOn : t.consents.isOff}
          />
        )
      }
    >
      <Problem error={error ?? change.error} onRetry={error ? () => void refetch() : undefined} />
      {data === undefined && error === null && <Skeleton height={36} maw={200} />}
      {data !== undefined && mayAs(account, 'owner') && (
        <Group>
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => (data.consentRequired ? change.mutate({ consentRequired: false }) : turnOn())}
          >
            {data.consentRequired ? t.consents.turnOff : t.consents.turnOn}
          </Button>
        </Group>
      )}
    </Section>
  )
}

/** Without consents, the rule stops all bulk messages. */
function TurnOnEffect() {
  const account = useThisAccount()
  const { data, error, refetch } = useAsk('GET /v2/consents', { path: { account: account.id }, query: { limit: '1' } })
  const total = data?.total ?? null
  return (
    <>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton height={24} />
      ) : (
        <Text>{total === null ? t.consents.turnOnMany : fill(t.consents.turnOnCount, { count: total })}</Text>
      )}
      <Text mt="sm">{t.consents.turnOnAbout}</Text>
    </>
  )
}

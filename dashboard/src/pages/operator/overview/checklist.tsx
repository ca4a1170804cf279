import { Alert, Anchor, Button, Stack } from '@mantine/core'
import type { InstallationSetup } from '../../../../../src/contract/console/setup.ts'
import { ask } from '../../../api.ts'
import { useAsk, useChange } from '../../../data.ts'
import { Checklist, type Step } from '../../../parts/checklist.tsx'
import { sayDone } from '../../../parts/done.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { CodeLine, Note, When } from '../../../parts/text.tsx'
import { useMe } from '../../../session.tsx'
import { fill, rich, t } from '../../../text.ts'

const isComplete = ({ carrier, route, price, mail, backup }: InstallationSetup) =>
  [carrier, route, price, mail, backup].every((state) => state === 'done')

/** The first steps of an installation, as the server sees them. */
export function InstallationChecklist() {
  const { data } = useAsk(
    'GET /setup',
    {},
    { everySeconds: (setup) => (setup !== undefined && isComplete(setup) ? null : 5), always: true },
  )
  if (data === undefined) return null
  return (
    <Checklist
      name="installation"
      title={t.setup.installationTitle}
      about={t.setup.installationAbout}
      steps={listSteps(data)}
    />
  )
}

function listSteps(setup: InstallationSetup): Step[] {
  const { carrier, carrierName, mail, lastBackupAt } = setup
  return [
    {
      title: t.setup.carrier,
      about: carrier === 'waiting' ? t.setup.carrierWaiting : t.setup.carrierAbout,
      state: carrier,
      more: carrier === 'done' ? null : <GuideLink name="connect-a-carrier" label={t.setup.carrierGuide} />,
      action:
        carrierName === null
          ? { to: '/operator/providers', search: { dialog: 'add.sms' }, label: t.setup.addCarrier }
          : { to: `/operator/providers/${carrierName}`, label: t.setup.viewCarrier },
    },
    {
      title: t.setup.route,
      about: t.setup.routeAbout,
      state: setup.route,
      action: {
        to: '/operator/routes',
        label: t.setup.addRoute,
        search: carrierName === null ? undefined : { dialog: `add.${carrierName}` },
      },
    },
    {
      title: t.setup.price,
      about: t.setup.priceAbout,
      state: setup.price,
      action: { to: '/operator/prices', search: { dialog: 'add' }, label: t.setup.setPrice },
    },
    {
      title: t.setup.mail,
      about: mail === 'waiting' ? t.setup.mailWaiting : t.setup.mailAbout,
      state: mail,
      action: null,
      more: mail === 'waiting' ? <TestEmail /> : null,
    },
    {
      title: t.setup.backup,
      about: t.setup.backupAbout,
      state: setup.backup,
      action: null,
      more:
        lastBackupAt === null ? (
          <Stack mt="xs">
            <CodeLine value="npx ngoma backup ngoma-$(date +%F).backup.gz" label={t.setup.backupCommand} />
            <GuideLink name="backups" label={t.setup.backupGuide} />
          </Stack>
        ) : (
          <Note>{rich(t.setup.backupDone, { time: <When at={lastBackupAt} /> })}</Note>
        ),
    },
  ]
}

const GuideLink = ({ name, label }: { readonly name: string; readonly label: string }) => (
  <Anchor href={`/docs/guides/${name}`} target="_blank" size="sm">
    {label}
  </Anchor>
)

/** Sends an email to the user, and explains a failure in words. */
function TestEmail() {
  const { user } = useMe()
  const send = useChange(() => ask('POST /setup/test-email', {}), {
    refreshes: ['/setup'],
    onDone: ({ to, problem }) => problem === null && sayDone(fill(t.setup.testEmailSent, { to })),
  })
  const problem = send.isPending ? null : (send.data?.problem ?? null)
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      <Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate(undefined)}>
        {t.setup.sendTestEmail}
      </Button>
      {user && <Note>{fill(t.setup.testEmailTo, { to: user.email })}</Note>}
      <Problem error={send.error} />
      {problem && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          title={fill(t.setup.testEmailFailed, { to: send.data?.to ?? '' })}
          icon={<Icon name="warning" />}
          maw={640}
        >
          {fill(t.setup.mailProblems[problem.kind], { detail: problem.detail })}
        </Alert>
      )}
    </Stack>
  )
}

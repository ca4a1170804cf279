import { Alert, Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useDialogs } from '../../parts/dialogs.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { CreateCredential } from './create-credential.tsx'
import type { Shown } from './credential.ts'
import { Credentials } from './credentials.tsx'
import { FirstSend } from './first-send.tsx'
import { Guides } from './guides.tsx'
import { IssuedDialog } from './issued-dialog.tsx'
import { Products } from './product-list.tsx'

export function ApiSetupPage() {
  const account = useThisAccount()
  const { name, open, close } = useDialogs()
  const [shown, setShown] = useState<Shown | null>(null)
  const isOwner = mayAs(account, 'owner')
  return (
    <>
      <PageHead title={t.apiSetup.title} about={t.apiSetup.about}>
        <Button component={Link} to={`${account.path}/api/requests`} variant="default">
          {t.developer.requestLog}
        </Button>
        {isOwner && (
          <>
            <Button variant="default" onClick={() => open('token')}>
              {t.apiSetup.createToken}
            </Button>
            <Button onClick={() => open('add')}>{t.apiSetup.createKey}</Button>
          </>
        )}
      </PageHead>
      <Stack gap="xl">
        {!isOwner && (
          <Alert color="blue" variant="light">
            {t.apiSetup.ownersOnly}
          </Alert>
        )}
        {mayAs(account, 'member') && <FirstSend />}
        <Credentials onShow={setShown} />
        <Guides />
        <Products />
      </Stack>
      {isOwner && (name === 'add' || name === 'token') && (
        <CreateCredential kind={name === 'add' ? 'key' : 'token'} close={close} onCreated={setShown} />
      )}
      {shown && <IssuedDialog shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}

import { PageHead } from '../../parts/page-head.tsx'

export function ResetPasswordPage() {
  return <PageHead title="Reset Password" />
}

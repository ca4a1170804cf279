import { BadSetting, type Config, isLoopback, readSmppCertificate } from '../../config.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const check = 'smpp'
const dayMs = 86_400_000
const renewDays = 14

type SmppConfig = Pick<Config, 'host' | 'staging' | 'smppPort' | 'smppTlsPort' | 'smppTlsCertificate' | 'smppTlsKey'>

/** The ports for SMPP customers. Nothing when both are off. */
export function checkSmpp(config: SmppConfig, now: Date): Finding[] {
  const { host, staging, smppPort, smppTlsPort } = config
  if (smppPort === null && smppTlsPort === null) return []
  const ports = [
    ...(smppPort === null ? [] : [`port ${smppPort}`]),
    ...(smppTlsPort === null ? [] : [`port ${smppTlsPort} with TLS`]),
  ].join(' and ')
  const certificate = checkCertificate(config, now)
  if (certificate !== null) return [certificate]
  if (smppPort === null || staging || isLoopback(host)) return [ok(check, `customers bind to ${ports}`)]
  return [
    warning(
      check,
      `customers bind to ${ports} on ${host}: passwords on port ${smppPort} are sent unencrypted`,
      'Set NGOMA_SMPP_TLS_PORT, and remove NGOMA_SMPP_PORT unless its network is private.',
    ),
  ]
}

/** Null when the certificate is valid, or not needed. */
function checkCertificate(config: SmppConfig, now: Date): Finding | null {
  try {
    const certificate = readSmppCertificate(config)
    if (certificate === null) return null
    const days = Math.floor((new Date(certificate.validTo).getTime() - now.getTime()) / dayMs)
    const advice = 'Renew it. The server reads the new file within a minute.'
    if (days < 0) return problem(check, 'the certificate of NGOMA_SMPP_TLS_PORT has expired', advice)
    if (days < renewDays)
      return warning(check, `the certificate of NGOMA_SMPP_TLS_PORT expires in ${days} days`, advice)
    return null
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error
    return problem(check, error.message, 'The server does not start until both files are correct PEM files.')
  }
}

-- The rows' trigger does not see TRUNCATE, which removes all of them at once.
CREATE TRIGGER audit_not_truncated BEFORE TRUNCATE ON "AuditEntry"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

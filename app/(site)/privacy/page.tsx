import { policyMetadata, policyPage } from "@/app/(site)/policy";

export const generateMetadata = policyMetadata("privacy");

export default policyPage("privacy");

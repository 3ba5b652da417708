import { policyMetadata, policyPage } from "@/app/(site)/policy";

export const generateMetadata = policyMetadata("terms");

export default policyPage("terms");
